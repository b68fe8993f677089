import { reservationPauseMinutes } from '@stationmaster/contract'
import { sql } from 'kysely'
import { lockExclusive } from '../../storage/row-limits.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { placeNameOfStation } from '../stations/index.ts'
import { canReserve, ofRequest } from './queue-store.ts'
import type { Requested, ReservationEnd } from './reservation-outcome.ts'

/** Lets transactions in which a driver joins a queue or reserves wait for each other. */
export const lockDriver = (tx: Tx, userId: string) => lockExclusive(tx, `driver turn ${userId}`)

/** A reservation of a driver. */
export interface OwnReservation extends Requested {
  id: string
  key: string
  accountId: string
  placeId: string
  placeLabel: string
  cardId: string | null
  evseId: string | null
  evseNo: number | null
  offeredAt: Date
  offeredUntil: Date
  endedAt: Date | null
  reason: ReservationEnd | null
}

/** Returns the reservation of a user, or the last one that ended since a time. */
export async function readReservation(
  db: Db,
  { userId, since }: { userId: string; since: Date },
): Promise<OwnReservation | null> {
  const { rows } = await sql<OwnReservation>`
    select q.id, q.key, q.account_id as "accountId", q.place_id as "placeId", q.card_id as "cardId", q.evse_id as "evseId",
      coalesce(p.label, (select ${sql.raw(placeNameOfStation)} from stations s left join sites z on z.id = s.site_id
        where s.id = q.place_id), '') as "placeLabel",
      e.evse_no as "evseNo", q.offered_at as "offeredAt", q.offered_until as "offeredUntil", q.run_id as "runId",
      q.ended_at as "endedAt", q.end_reason as reason, ${ofRequest}
    from queue_places q left join sites p on p.id = q.place_id left join evses e on e.id = q.evse_id
    left join commands c on c.run_id = q.run_id
    where q.user_id = ${userId} and q.kind = 'reservation' and (q.ended_at is null or q.ended_at > ${since})
    order by q.ended_at desc nulls first, q.joined_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns true if the user has sent a request with this key. */
export async function isKnownKey(tx: Tx, { userId, key }: { userId: string; key: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('queue_places')
    .select('id')
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewReservation {
  id: string
  user_id: string
  account_id: string
  place_id: string
  card_id: string
  evse_id: string
  key: string
  run_id: string
  joined_at: Date
  offered_at: Date
  offered_until: Date
}

export const insertReservation = (tx: Tx, row: NewReservation) =>
  tx
    .insertInto('queue_places')
    .values({ ...row, kind: 'reservation' })
    .execute()

/** Returns until when the user cannot reserve at a place, after a reservation that was not used; null: they can. */
export async function pausedUntil(
  db: Db,
  { userId, placeId, now }: { userId: string; placeId: string; now: Date },
): Promise<Date | null> {
  const { rows } = await sql<{ until: Date }>`
    select q.ended_at + ${reservationPauseMinutes}::int * interval '1 minute' as until from queue_places q
    where q.user_id = ${userId} and q.place_id = ${placeId} and q.kind = 'reservation'
      and q.end_reason in ('unused', 'cancelled')
      and q.ended_at > ${now}::timestamptz - ${reservationPauseMinutes}::int * interval '1 minute'
    order by q.ended_at desc limit 1`.execute(db)
  return rows[0]?.until ?? null
}

/** Returns the minutes for which drivers of an account may reserve; 0: not at all. */
export async function reserveMinutes(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('reserve_minutes')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.reserve_minutes
}

/** Facts that decide whether a connector can be reserved. */
interface Reservable {
  /** End of the reservation or turn at the connector; null: there is none. */
  until: Date | null
  /** False if the station has reported that it does not support reservations. */
  isSupported: boolean
}

/** Returns until when connectors are reserved, by a driver or an operator, and whether their stations support it. */
export async function readReservable(
  db: Db,
  evses: readonly string[],
  now: Date,
): Promise<Map<string, Reservable>> {
  const { rows } = await sql<Reservable & { id: string }>`
    select e.id, ${canReserve} as "isSupported", greatest(
      (select q.offered_until from queue_places q where q.evse_id = e.id and q.ended_at is null and q.offered_until > ${now}),
      (select max(r.expires_at) from reservations r where r.station_id = s.id and r.state = 'active'
        and (r.evse_no is null or r.evse_no = e.evse_no) and r.expires_at > ${now})) as until
    from evses e join stations s on s.id = e.station_id where e.id = any(${evses}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, ...found }) => [id, found]))
}
