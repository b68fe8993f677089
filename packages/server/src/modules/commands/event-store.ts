import { toWireText } from '@stationmaster/ocpp'
import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'
import type { CommandFacts } from './effects.ts'

/**
 * Adds commands that have ended to the activity, in the transaction that stored their state; with the connector or
 * card that their request names.
 */
export async function insertCommandEvents(
  tx: Tx,
  commands: readonly Pick<CommandFacts, 'id' | 'request'>[],
  at: Date,
): Promise<void> {
  if (commands.length === 0) return
  const given = commands.map(({ id, request: { connectorId, idTag } }, n) => ({
    n,
    id,
    evseNo: isEvseNo(connectorId) ? connectorId : null,
    idTag: typeof idTag === 'string' ? toWireText(idTag.slice(0, 255)) : null,
  }))
  await sql`
    insert into activity (id, at, account_id, kind, station_id, evse_no, card_id, id_tag, user_id, command_id, details)
    select activity_id(${at}::timestamptz), ${at}::timestamptz, c.account_id, 'command_ended', c.station_id, x."evseNo",
      k.id, x."idTag", c.requested_by, c.id, jsonb_strip_nulls(jsonb_build_object('action', c.action, 'state', c.state,
        'result', coalesce(c.status, c.error_code), 'reason', c.message_code))
    from json_to_recordset(${JSON.stringify(given)}::json) as x (n int, id uuid, "evseNo" int, "idTag" text)
    join commands c on c.id = x.id
    left join cards k on k.account_id = c.account_id and k.code_folded = lower(btrim(x."idTag"))
    order by x.n`.execute(tx)
}

const isEvseNo = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31
