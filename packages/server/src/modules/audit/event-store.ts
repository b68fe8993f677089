import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

/**
 * What an event names, by the class of the changed object. Only the table of that class is read: a lock on another
 * does not delay the change.
 */
const named: Record<string, RawBuilder<unknown>> = {
  charge_point: sql`select id as station_id, null::int as evse_no, null::uuid as card_id, null as id_tag,
    null::bigint as number from stations where id = x.object_id`,
  connector: sql`select station_id, evse_no, null::uuid as card_id, null as id_tag, null::bigint as number
    from evses where id = x.object_id`,
  card: sql`select null::uuid as station_id, null::int as evse_no, id as card_id, code as id_tag,
    null::bigint as number from cards where id = x.object_id`,
  reservation: sql`select station_id, evse_no, card_id, id_tag, null::bigint as number
    from reservations where id = x.object_id`,
  transaction: sql`select station_id, evse_no, card_id, id_tag, number from transactions where id = x.object_id`,
}

/** Change of an object as it is recorded in the audit trail. */
interface RecordedChange {
  at: Date
  account_id: string | null
  user_id: string | null
  kind: string
  class_code: string
  object_id: string | null
  label: string
  action: string
}

/** Adds the changes that users made to stations and their objects to the activity; commands have their own events. */
export async function insertObjectEvents(db: Db, changes: readonly RecordedChange[]): Promise<void> {
  for (const [classCode, object] of Object.entries(named)) {
    const given = changes.filter(
      (change) =>
        change.class_code === classCode &&
        change.account_id !== null &&
        change.user_id !== null &&
        change.object_id !== null &&
        change.kind !== 'command',
    )
    if (given.length > 0) await insertOfClass(db, given, object)
  }
}

async function insertOfClass(
  db: Db,
  given: readonly RecordedChange[],
  object: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into activity (id, at, account_id, kind, station_id, evse_no, card_id, id_tag, transaction_number, user_id, details)
    select activity_id(x.at), x.at, x.account_id, 'object_changed', o.station_id, o.evse_no, o.card_id, o.id_tag,
      o.number, x.user_id, jsonb_build_object('class', x.class_code, 'action', x.action, 'label', x.label)
    from json_to_recordset(${JSON.stringify(given.map((change, n) => ({ n, ...change })))}::json)
      as x (n int, at timestamptz, account_id uuid, user_id uuid, class_code text, object_id uuid, label text, action text)
    left join lateral (${object}) o on true
    order by x.n`.execute(db)
}
