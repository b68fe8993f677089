import { maxQueueLength, type queueEnds } from '@stationmaster/contract'
import { sql } from 'kysely'
import { lockExclusive, refuseBeyond } from '../../storage/row-limits.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { stateType } from '../stations/index.ts'
import { type ChargeOwner, isOf } from './charge-store.ts'
import type { ReservationEnd, Requested } from './reservation-outcome.ts'

export type QueueEnd = (typeof queueEnds)[number]

/** A driver in a queue, or with a reservation, with what decides about the turn. */
export interface QueueRow extends Requested {
  id: string
  kind: 'queue' | 'reservation'
  userId: string
  accountId: string
  cardId: string | null
  /** Connector that is offered; null while the driver waits, or if it was deleted. */
  evseId: string | null
  offeredUntil: Date | null
  evseNo: number | null
  evseState: string | null
  /** True if the station is connected, or has been disconnected for less than a minute. */
  isConnected: boolean
  isEnabled: boolean
  /** True if an own session has started since the driver joined. */
  hasStarted: boolean
  /** True if an own session has started at the offered connector since. */
  hasStartedHere: boolean
  /** True if a session of another card is running at the offered connector. */
  isTaken: boolean
  /** True if an own start at the offered connector can still lead to a session. */
  isStarting: boolean
  isSignedIn: boolean
}

/** Lets transactions that change the queue of a place wait for each other. */
export const lockQueue = (tx: Tx, placeId: string) => lockExclusive(tx, `driver queue ${placeId}`)

const ownTag = sql`exists (select from cards k where k.account_id = q.account_id and k.owner_id = q.user_id
  and k.code_folded = t.id_tag_folded)`

const hasStartedHere = sql`exists (select from transactions t where t.station_id = e.station_id and t.evse_no = e.evse_no
  and t.started_at > q.offered_at - interval '1 day' and t.received_start_at >= q.offered_at and ${ownTag})`

/** Columns about the ReserveNow of `queue_places q`, which is `commands c`. */
export const ofRequest = sql`c.state as "commandState", c.status as "commandStatus", c.error_code as "errorCode",
  (select r.state from reservations r where r.station_id = c.station_id
    and r.number = (c.request ->> 'reservationId')::bigint) as "stationState"`

/** Locks the drivers of a queue in their order; those with a turn or a reservation are among them. */
export async function lockRows(tx: Tx, placeId: string, now: Date): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select q.id, q.kind, q.user_id as "userId", q.account_id as "accountId", q.card_id as "cardId", q.evse_id as "evseId",
      q.offered_at as "offeredAt", q.offered_until as "offeredUntil", q.run_id as "runId", e.evse_no as "evseNo",
      e.state as "evseState", ${ofRequest},
      coalesce(s.is_connected or s.connection_changed_at > ${now}::timestamptz - interval '1 minute', false) as "isConnected",
      coalesce(${stateType('charge_point', sql`s.state`)} = 'enabled'
        and ${stateType('connector', sql`e.state`)} = 'enabled' and e.is_announced, false) as "isEnabled",
      exists (select from transactions t where t.account_id = q.account_id and t.state = 'running'
          and t.received_start_at >= q.joined_at and ${ownTag}) or ${hasStartedHere} as "hasStarted",
      ${hasStartedHere} as "hasStartedHere",
      exists (select from transactions t where t.station_id = e.station_id and t.evse_no = e.evse_no
        and t.state = 'running' and not ${ownTag}) as "isTaken",
      ${hasOpenStart(now, sql`d.user_id = q.user_id`)} as "isStarting",
      exists (select from sessions o where o.user_id = q.user_id and o.revoked_at is null
        and o.expires_at > ${now}) as "isSignedIn"
    from queue_places q left join evses e on e.id = q.evse_id left join stations s on s.id = e.station_id
    left join commands c on c.run_id = q.run_id
    where q.place_id = ${placeId} and q.ended_at is null order by q.position for update of q`.execute(tx)
  return rows
}

/** Returns the places with drivers who wait, have a turn or a reservation, and the account of each. */
export async function placesWithQueues(db: Db): Promise<{ placeId: string; accountId: string }[]> {
  const { rows } = await sql<{ placeId: string; accountId: string }>`
    select distinct place_id as "placeId", account_id as "accountId" from queue_places where ended_at is null`.execute(
    db,
  )
  return rows
}

/** Returns false if a site was deleted or has no stations, and if a station was deleted or belongs to a site. */
export async function isPlace(db: Db, placeId: string): Promise<boolean> {
  const { rows } = await sql`
    select from stations s left join sites z on z.id = s.site_id and z.state <> 'deleted'
    where (s.site_id = ${placeId} or s.id = ${placeId}) and coalesce(z.id, s.id) = ${placeId}
      and ${stateType('charge_point', sql`s.state`)} <> 'deleted' limit 1`.execute(db)
  return rows.length > 0
}

/** Milliseconds in which a start without a session still claims its connector. */
const startMs = 120_000

/**
 * Returns the connectors of a place that can be offered: available, with no turn, no reservation and no start whose
 * session is awaited.
 */
export async function freeConnectors(tx: Db, placeId: string, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select e.id from evses e join stations s on s.id = e.station_id
    left join sites z on z.id = s.site_id and z.state <> 'deleted'
    where (s.site_id = ${placeId} or s.id = ${placeId}) and coalesce(z.id, s.id) = ${placeId}
      and s.is_connected and e.state = 'available' and e.evse_no > 0 and e.is_announced
      and ${stateType('charge_point', sql`s.state`)} = 'enabled'
      and not exists (select from queue_places q where q.evse_id = e.id and q.ended_at is null)
      and not exists (select from reservations r where r.station_id = s.id and (r.evse_no is null or r.evse_no = e.evse_no)
        and r.state in ('requested', 'active') and r.expires_at > ${now})
      and not ${hasOpenStart(now)}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Condition: a driver has requested a start at `evses e` that can still lead to a session; `whose` limits the starts `d`. */
const hasOpenStart = (
  now: Date,
  whose = sql`true`,
) => sql`exists (select from driver_charges d left join commands c on c.id = d.command_id
  where d.evse_id = e.id and ${whose} and d.created_at > ${new Date(now.getTime() - startMs)} and d.refusal is null
    and (c.id is null or c.state in ('queued', 'sent', 'accepted') and c.note_code is null)
    and not exists (select from transactions t where t.station_id = d.station_id and t.card_id = d.card_id
      and (d.guest_id is not null or t.received_start_at >= d.created_at)))`

/**
 * Returns true if a start at the connector, of another driver or guest than the given one, can still lead to a session;
 * called with its lock.
 */
export async function isStarting(
  tx: Tx,
  evseId: string,
  { now, except }: { now: Date; except?: ChargeOwner },
): Promise<boolean> {
  const whose = except && sql`not coalesce(${isOf(except)}, false)`
  const { rows } =
    await sql`select from evses e where e.id = ${evseId} and ${hasOpenStart(now, whose)}`.execute(tx)
  return rows.length > 0
}

/** Returns true if a start that the user has requested can still lead to a session. */
export async function hasOwnStart(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from evses e
    where e.id in (select o.evse_id from driver_charges o where o.user_id = ${userId})
      and ${hasOpenStart(now, sql`d.user_id = ${userId}`)} limit 1`.execute(tx)
  return rows.length > 0
}

interface Turn {
  evseId: string
  now: Date
  until: Date
  runId: string
}

/** Offers a connector to a driver who waits. */
export const offer = (tx: Tx, id: string, { evseId, now, until, runId }: Turn) =>
  tx
    .updateTable('queue_places')
    .set({ evse_id: evseId, offered_at: now, offered_until: until, run_id: runId, requested_at: null })
    .where('id', '=', id)
    .execute()

/** Takes back the connector; the driver waits again at the same position. */
export const takeBack = (tx: Tx, id: string) =>
  tx
    .updateTable('queue_places')
    .set({ evse_id: null, offered_at: null, offered_until: null, run_id: null, requested_at: null })
    .where('id', '=', id)
    .execute()

export const endPlace = (
  tx: Tx,
  id: string,
  { reason, now }: { reason: QueueEnd | ReservationEnd; now: Date },
) =>
  tx
    .updateTable('queue_places')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()

/** Notes that the reservation of a turn is to be cancelled at its station, on behalf of a user or the system. */
export const queueCancellation = (
  tx: Tx,
  {
    runId,
    accountId,
    by = null,
    now,
  }: { runId: string | null; accountId: string; by?: string | null; now: Date },
) =>
  runId === null
    ? Promise.resolve()
    : tx
        .insertInto('queue_cancellations')
        .values({ run_id: runId, account_id: accountId, requested_by: by, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()

/** Returns the minutes that a turn lasts. */
export async function turnMinutes(db: Db, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select('queue_minutes')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.queue_minutes
}

/** The caller's place in a queue. */
export interface OwnPlace {
  id: string
  accountId: string
  placeId: string
  placeLabel: string
  joinedAt: Date
  cardId: string | null
  evseId: string | null
  evseNo: number | null
  offeredAt: Date | null
  offeredUntil: Date | null
  runId: string | null
  endedAt: Date | null
  reason: QueueEnd | null
  turnMinutes: number
  /** State of the ReserveNow; null: not sent. */
  commandState: string | null
  isReserved: boolean
  /** False if the station has reported that it does not support reservations. */
  canReserve: boolean
}

/** Condition: `stations s` may support reservations; unknown counts as supported. */
export const canReserve = sql`not exists (select from station_configuration o where o.station_id = s.id
  and o.key = 'SupportedFeatureProfiles' and strpos(o.value, 'Reservation') = 0)`

/** Returns the place of a user in a queue, or the one that ended since a time. */
export async function readOwn(
  db: Db,
  { userId, since, now }: { userId: string; since: Date; now: Date },
): Promise<OwnPlace | null> {
  const { rows } = await sql<OwnPlace>`
    select q.id, q.account_id as "accountId", q.place_id as "placeId", coalesce(z.label, p.label, p.public_no::text, '') as "placeLabel",
      q.joined_at as "joinedAt", q.card_id as "cardId", q.evse_id as "evseId", e.evse_no as "evseNo",
      q.offered_at as "offeredAt", q.offered_until as "offeredUntil", q.run_id as "runId", q.ended_at as "endedAt",
      q.end_reason as reason, a.queue_minutes as "turnMinutes", c.state as "commandState",
      coalesce((select r.state = 'active' and r.expires_at > ${now} from reservations r where r.station_id = e.station_id
        and r.number = (c.request ->> 'reservationId')::bigint), false) as "isReserved",
      ${canReserve} as "canReserve"
    from queue_places q join accounts a on a.id = q.account_id left join sites z on z.id = q.place_id
    left join stations p on p.id = q.place_id left join evses e on e.id = q.evse_id left join stations s on s.id = e.station_id
    left join commands c on c.run_id = q.run_id
    where q.user_id = ${userId} and q.kind = 'queue' and (q.ended_at is null or q.ended_at > ${since})
    order by q.ended_at desc nulls first limit 1`.execute(db)
  return rows[0] ?? null
}

/** Returns the ids of the places of those who wait, in their order. */
export async function waitingAt(db: Db, placeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('queue_places')
    .select('id')
    .where('place_id', '=', placeId)
    .where('ended_at', 'is', null)
    .where('offered_at', 'is', null)
    .orderBy('position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Refuses a driver beyond the length of the queue. */
export const refuseFull = (tx: Tx, placeId: string) =>
  refuseBeyond(tx, {
    table: 'queue_places',
    owner: { column: 'place_id', value: placeId },
    where: sql`ended_at is null`,
    most: maxQueueLength,
  })

/** Adds a user at the end of a queue; false if the user waits somewhere already. */
export async function insertPlace(
  tx: Tx,
  row: {
    id: string
    user_id: string
    account_id: string
    place_id: string
    card_id: string
    joined_at: Date
  },
): Promise<boolean> {
  const { rows } = await sql`
    insert into queue_places (id, user_id, account_id, place_id, card_id, joined_at)
    values (${row.id}, ${row.user_id}, ${row.account_id}, ${row.place_id}, ${row.card_id}, ${row.joined_at})
    on conflict (user_id) where ended_at is null do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Exchanges the position of a driver who waits with that of the next one; false if there is none. */
export async function moveBack(tx: Tx, placeId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with own as (select id, position from queue_places where id = ${id} and ended_at is null and offered_at is null),
    next as (select q.id, q.position from queue_places q, own where q.place_id = ${placeId} and q.ended_at is null
      and q.offered_at is null and q.position > own.position order by q.position limit 1)
    update queue_places q set position = case when q.id = own.id then next.position else own.position end
    from own, next where q.id in (own.id, next.id) returning q.id`.execute(tx)
  return rows.length > 0
}

/** The turn of a driver at a connector. */
interface TurnAt {
  id: string
  userId: string
  accountId: string
  cardId: string | null
  runId: string | null
}

/** Returns the turn at a connector; null if it is offered to none. */
export async function turnAt(db: Db, evseId: string): Promise<TurnAt | null> {
  const row = await db
    .selectFrom('queue_places')
    .select(['id', 'user_id as userId', 'account_id as accountId', 'card_id as cardId', 'run_id as runId'])
    .where('evse_id', '=', evseId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** Continues a turn with another card, for which the station does not reserve the connector. */
export async function useCard(
  tx: Tx,
  turn: TurnAt,
  { card, now }: { card: string; now: Date },
): Promise<void> {
  if (turn.cardId === card) return
  await queueCancellation(tx, { ...turn, now })
  await tx
    .updateTable('queue_places')
    .set({ card_id: card, run_id: null })
    .where('id', '=', turn.id)
    .execute()
}

/** A reservation that a station is asked for. */
export interface ToReserve {
  runId: string
  accountId: string
  /** Driver who reserves; null: the system for the turn of a driver. */
  userId: string | null
  stationId: string
  evseNo: number
  idTag: string
  until: Date
}

/** Milliseconds after which a request that was not stored is repeated: its process has ended. */
const leaseMs = 30_000

/** Claims turns whose stations are to be asked for a reservation. */
export async function claimReservations(db: Db, now: Date): Promise<ToReserve[]> {
  const { rows } = await sql<ToReserve>`
    update queue_places q set requested_at = ${now}
    from evses e, stations s, cards k
    where e.id = q.evse_id and s.id = e.station_id and k.id = q.card_id and s.is_connected and ${canReserve}
      and q.ended_at is null and q.offered_until > ${now} and q.run_id is not null
      and (q.requested_at is null or q.requested_at < ${new Date(now.getTime() - leaseMs)})
      and not exists (select from commands c where c.run_id = q.run_id)
    returning q.run_id as "runId", q.account_id as "accountId",
      case when q.kind = 'reservation' then q.user_id end as "userId", s.id as "stationId", e.evse_no as "evseNo",
      k.code as "idTag", q.offered_until as until`.execute(db)
  return rows
}

/** A reservation that a station is asked to cancel; null without a number: none was requested. */
export interface ToCancel {
  runId: string
  accountId: string
  /** User who cancelled; null: the system. */
  userId: string | null
  stationId: string | null
  number: number | null
}

/** Returns reservations to cancel at connected stations, and those that need not be cancelled any more. */
export async function cancellations(db: Db, now: Date): Promise<ToCancel[]> {
  const { rows } = await sql<ToCancel>`
    select x.run_id as "runId", x.account_id as "accountId", x.requested_by as "userId", c.station_id as "stationId",
      case when c.state in ('queued', 'sent', 'accepted', 'timeout', 'unknown')
        then (c.request ->> 'reservationId')::float8 end as number
    from queue_cancellations x left join commands c on c.run_id = x.run_id left join stations s on s.id = c.station_id
    where s.is_connected or x.created_at < ${now}::timestamptz - interval '1 hour'
      or c.id is null and x.created_at < ${new Date(now.getTime() - 2 * leaseMs)}`.execute(db)
  return rows
}

export const removeCancellation = (db: Db, runId: string) =>
  db.deleteFrom('queue_cancellations').where('run_id', '=', runId).execute()

/** Deletes places that ended before a time. */
export const forgetPlaces = (db: Db, before: Date) =>
  db.deleteFrom('queue_places').where('ended_at', '<', before).execute()

/** Returns the name of a site, or of a station without one. */
export async function labelOf(db: Db, placeId: string): Promise<string> {
  const { rows } = await sql<{
    label: string
  }>`select coalesce((select z.label from sites z where z.id = ${placeId}),
    (select coalesce(s.label, s.public_no::text) from stations s where s.id = ${placeId}), '') as label`.execute(
    db,
  )
  return rows[0]!.label
}
