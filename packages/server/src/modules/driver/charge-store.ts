import type { ChargeLimitKind } from '@stationmaster/contract'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { beganAt, followsStart } from '../../storage/start-of-session.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { visibleTransactions } from '../transactions/index.ts'
import { placeNameOfStation } from '../stations/index.ts'

/** Owner of a start: a driver, or a guest by the id of their charge. */
export type ChargeOwner = { userId: string } | { guestId: string }

/** Condition: the start `driver_charges d` is of a driver or guest. */
export const isOf = (owner: ChargeOwner) =>
  'userId' in owner ? sql`d.user_id = ${owner.userId}` : sql`d.guest_id = ${owner.guestId}`

/** A start with what has followed from it. */
export interface ChargeRow {
  key: string
  evseId: string
  evseNo: number
  evseState: string
  isConnected: boolean
  /** User of a queue to whom the connector is offered. */
  offeredTo: string | null
  placeId: string
  placeLabel: string
  limitKind: ChargeLimitKind | null
  limitValue: number | null
  carId: string | null
  refusal: string | null
  createdAt: Date
  commandState: string | null
  noteCode: string | null
  answeredAt: Date | null
  /** Seconds for which the station waits for the cable. */
  connectionTimeOut: string | null
  transactionNumber: number | null
  transactionState: string | null
}

/**
 * The session that followed the start `d` at `evses e`: the first one with its card there. Its command does not name it,
 * because a station that was asked twice starts once, for either request. The card of a guest is for one charge only.
 */
const firstSession = sql`select t.number, t.state from transactions t
  where t.card_id = d.card_id and (d.guest_id is not null or t.station_id = d.station_id and t.evse_no = e.evse_no
    and ${sql.raw(followsStart)})
  order by t.received_start_at limit 1`

/** Returns the start of the driver or guest with this key, without a key their last one. */
export async function readCharge(db: Db, owner: ChargeOwner, key?: string): Promise<ChargeRow | null> {
  const { rows } = await sql<ChargeRow>`
    select d.key, e.id as "evseId", e.evse_no as "evseNo", e.state as "evseState", s.is_connected as "isConnected",
      (select q.user_id from queue_places q where q.evse_id = e.id and q.ended_at is null) as "offeredTo",
      coalesce(z.id, s.id) as "placeId", ${sql.raw(placeNameOfStation)} as "placeLabel",
      d.limit_kind as "limitKind", d.limit_value as "limitValue", d.car_id as "carId", d.refusal, d.created_at as "createdAt",
      c.state as "commandState", c.note_code as "noteCode", c.answered_at as "answeredAt",
      (select o.value from station_configuration o where o.station_id = s.id and o.key = 'ConnectionTimeOut')
        as "connectionTimeOut",
      t.number as "transactionNumber", t.state as "transactionState"
    from driver_charges d join evses e on e.id = d.evse_id join stations s on s.id = d.station_id
    left join sites z on z.id = s.site_id and z.state <> 'deleted'
    left join commands c on c.id = d.command_id
    left join lateral (${firstSession}) t on true
    where ${isOf(owner)} ${key === undefined ? sql`` : sql`and d.key = ${key}`}
    order by d.created_at desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Inserts a start unless its driver or guest has one with its key; true if it was inserted. */
export async function insertCharge(tx: Tx, row: Insertable<Database['driver_charges']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('driver_charges')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Blocks other starts of an EVSE until the transaction ends. */
export const lockEvse = (tx: Tx, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`driver ${id}`}, 0))`.execute(tx)

/** Returns the key of a start of this driver or guest at the EVSE that has no outcome yet. */
export async function findOpenStart(
  tx: Tx,
  { owner, evseId, since }: { owner: ChargeOwner; evseId: string; since: Date },
): Promise<string | null> {
  const { rows } = await sql<{
    key: string
  }>`select d.key from driver_charges d left join commands c on c.id = d.command_id
    where ${isOf(owner)} and d.evse_id = ${evseId} and d.created_at > ${since} and d.refusal is null
      and (c.id is null or (c.state in ('queued', 'sent', 'accepted') and c.note_code is null))
      and not exists (select from transactions t where t.station_id = d.station_id and t.card_id = d.card_id
        and t.received_start_at >= d.created_at)
    order by d.created_at desc limit 1`.execute(tx)
  return rows[0]?.key ?? null
}

export const setOutcome = (
  db: Db,
  { owner, key }: { owner: ChargeOwner; key: string },
  outcome: { command_id: string } | { refusal: string },
) =>
  db
    .updateTable('driver_charges as d')
    .set(outcome)
    .where(isOf(owner) as RawBuilder<boolean>)
    .where('d.key', '=', key)
    .execute()

/** A session that can be stopped. */
export interface StoppableSession {
  id: string
  number: number
  stationId: string
  accountId: string
  state: string
}

/** Returns a session that the viewer may see: drivers see their own. */
export async function readSession(db: Db, scope: Scope, id: string): Promise<StoppableSession | null> {
  const { rows } = await sql<StoppableSession>`select t.id, t.number, t.station_id as "stationId",
      t.account_id as "accountId", t.state
    from transactions t where t.id = ${id} and (${visibleTransactions(scope)})`.execute(db)
  return rows[0] ?? null
}

/** A running session whose driver has set a limit. */
export interface LimitedSession extends StoppableSession {
  userId: string
  key: string
  kind: ChargeLimitKind
  value: number
  energyWh: number
  seconds: number
  /** Newest state of charge in per cent. */
  soc: number | null
  /** When the station was last asked to stop it, and how often. */
  requestedAt: Date | null
  requests: number
}

/** Returns running sessions with limits at connected stations in the order of their ids, after one of them. */
export async function readLimitedSessions(
  db: Db,
  { now, after, most }: { now: Date; after: string | null; most: number },
): Promise<LimitedSession[]> {
  // of several starts before the session, the last one counts
  const { rows } = await sql<LimitedSession>`select * from (
      select distinct on (t.id) t.id, t.number, t.station_id as "stationId", t.account_id as "accountId",
        t.state, d.user_id as "userId", d.key, d.limit_kind as kind, d.limit_value as value,
        d.limit_requested_at as "requestedAt", d.limit_requests as requests,
        greatest(coalesce(t.meter_last_wh, t.meter_start_wh) - t.meter_start_wh, 0)::float8 as "energyWh",
        extract(epoch from ${now}::timestamptz - ${sql.raw(beganAt)})::float8 as seconds, t.soc
      from driver_charges d join evses e on e.id = d.evse_id and d.user_id is not null
      join stations s on s.id = d.station_id and s.is_connected
      join transactions t on t.station_id = d.station_id and t.evse_no = e.evse_no and t.card_id = d.card_id
        and t.state = 'running' and ${sql.raw(followsStart)}
      where d.created_at > ${now}::timestamptz - interval '7 days' ${after === null ? sql`` : sql`and t.id > ${after}`}
      order by t.id, d.created_at desc) last
    where kind is not null order by id limit ${most}`.execute(db)
  return rows
}

/** Notes that the station was asked to stop at the limit. */
export const noteLimitRequest = (db: Db, { userId, key, at }: { userId: string; key: string; at: Date }) =>
  sql`update driver_charges set limit_reached_at = coalesce(limit_reached_at, ${at}), limit_requested_at = ${at},
    limit_requests = limit_requests + 1 where user_id = ${userId} and key = ${key}`.execute(db)

/** Deletes starts that are older; their sessions stay. */
export const forgetCharges = (db: Db, before: Date) =>
  db.deleteFrom('driver_charges').where('created_at', '<', before).execute()
