import { sql } from 'kysely'
import { clientOfCardAt } from '../../storage/client-of-card.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** A running session of a client that pays in advance. */
export interface PrepaidSession {
  id: string
  number: number
  accountId: string
  stationId: string
  evseNo: number | null
  cardId: string
  idTag: string
  clientId: string
  /** True if its station is connected. */
  isConnected: boolean
  /** Amount that is held; null: nothing was held yet. */
  heldMinor: number | null
  /** True if the hold has ended, because the session was rated before it continued. */
  isHoldEnded: boolean
}

/** Clients that pay in advance, with the cards that they have, or had during a session that may still be running. */
const prepaidCards = sql`select p.id as client_id, k.id as card_id from clients p
    join cards k on k.client_id = p.id where p.is_prepaid and not p.is_demo
  union select p.id, o.card_id from clients p join card_clients o on o.client_id = p.id where p.is_prepaid and not p.is_demo`

/** Returns running sessions of clients that pay in advance in the order of their ids, after one of them. */
export async function runningPrepaid(
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<PrepaidSession[]> {
  const { rows } = await sql<PrepaidSession>`
    select t.id, t.number, t.account_id as "accountId", t.station_id as "stationId", t.evse_no as "evseNo",
      k.id as "cardId", t.id_tag as "idTag", p.client_id as "clientId", s.is_connected as "isConnected",
      h.amount_minor as "heldMinor", coalesce(h.state <> 'open', false) as "isHoldEnded"
    from (${prepaidCards}) p join cards k on k.id = p.card_id
    join transactions t on t.account_id = k.account_id and t.id_tag_folded = k.code_folded and t.state = 'running'
      and t.card_id = k.id
    join stations s on s.id = t.station_id and not s.is_demo
    left join ledger_holds h on h.transaction_number = t.number
    where not k.is_demo and p.client_id = ${clientOfCardAt(sql`t.started_at`)} ${after === null ? sql`` : sql`and t.id > ${after}`}
    order by t.id limit ${most}`.execute(db)
  return rows
}

/** A running session of a guest. */
export interface GuestSession extends Omit<PrepaidSession, 'heldMinor' | 'isHoldEnded'> {
  /** Amount that the guest has reserved at the provider of payments. */
  reservedMinor: number
  /** Not before the payment and not after the report, whatever the clock of the station says. */
  startedAt: Date
}

/** Returns running sessions of guests in the order of their ids, after one of them. */
export async function runningOfGuests(
  db: Db,
  { after, most }: { after: string | null; most: number },
): Promise<GuestSession[]> {
  const { rows } = await sql<GuestSession>`
    select t.id, t.number, t.account_id as "accountId", t.station_id as "stationId", t.evse_no as "evseNo",
      k.id as "cardId", t.id_tag as "idTag", k.client_id as "clientId", s.is_connected as "isConnected",
      y.authorised_minor as "reservedMinor", least(greatest(t.started_at, y.paid_at), t.received_start_at) as "startedAt"
    from guest_charges g join payments y on y.id = g.id join cards k on k.id = g.card_id
    join transactions t on t.account_id = k.account_id and t.id_tag_folded = k.code_folded and t.state = 'running'
      and t.card_id = k.id
    join stations s on s.id = t.station_id
    where g.outcome is null ${after === null ? sql`` : sql`and t.id > ${after}`}
    order by t.id limit ${most}`.execute(db)
  return rows
}

/** Returns the numbers of sessions whose hold is open although they have ended and have a final price, or do not exist. */
export async function leftHolds(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select h.transaction_number as number from ledger_holds h left join transactions t on t.number = h.transaction_number
    where h.state = 'open' and (t.id is null or t.state <> 'running' and exists (select from ratings r
      where r.transaction_id = t.id and r.superseded_by is null
        and coalesce(r.hold_reason, '') not in ('needs_review', 'price_held')))`.execute(db)
  return rows.map(({ number }) => number)
}

/** L235: requests to stop one session. */
export const maxStops = 20

/**
 * Notes that the station is asked to stop a session, and returns how often it was asked; null: it was asked a short time
 * ago, or often enough.
 */
export async function noteStop(
  tx: Tx,
  { id, accountId }: Pick<PrepaidSession, 'id' | 'accountId'>,
  { now, next }: { now: Date; next: Date },
): Promise<number | null> {
  const { rows } = await sql<{ attempts: number }>`
    insert into prepaid_stops as p (transaction_id, account_id, next_at) values (${id}, ${accountId}, ${next})
    on conflict (transaction_id) do update set attempts = p.attempts + 1, next_at = excluded.next_at
      where p.next_at <= ${now} and p.attempts < ${maxStops}
    returning attempts`.execute(tx)
  return rows[0]?.attempts ?? null
}

/** Session that a station is asked to stop. */
export type StoppedSession = Omit<PrepaidSession, 'heldMinor' | 'isHoldEnded' | 'clientId'> & {
  reason: 'balance_too_low' | 'reserved_amount_used'
}

/** Adds the request to stop to the activity of the session. */
export async function addStopEvent(tx: Tx, session: StoppedSession, now: Date): Promise<void> {
  const { accountId, stationId, evseNo, number, cardId, idTag } = session
  await sql`insert into activity (id, at, account_id, kind, station_id, evse_no, transaction_number, card_id, id_tag, details)
    values (activity_id(${now}), ${now}, ${accountId}, 'session_stop_requested', ${stationId}, ${evseNo}, ${number}, ${cardId},
      ${idTag}, ${JSON.stringify({ reason: session.reason })}::jsonb)`.execute(tx)
}
