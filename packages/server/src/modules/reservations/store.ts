import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { toWireText } from '@stationmaster/ocpp'
import { foldCode } from '../cards/index.ts'
import type { CommandFacts } from '../commands/index.ts'
import { reservationFacts, seesStation, visibleReservations } from './list-store.ts'
import type { ReservationRequest } from './reservation.ts'

/** Draws this many values of the sequence of numbers; they are permuted before they are exposed. */
export async function drawNumbers(db: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select nextval('reservation_number_seq') as n from generate_series(1, ${count}::int)`.execute(db)
  return rows.map((row) => row.n)
}

/** A reservation whose state has changed. */
export interface Changed {
  id: string
  accountId: string
  stationId: string
  from: string
  to: string
}

type Requested = Pick<CommandFacts, 'accountId' | 'stationId' | 'requestedBy'> & {
  reservation: ReservationRequest
  volumeWh?: number | null
}

const columnsOf = (rows: readonly Requested[]) => ({
  id: rows.map(() => newId()),
  account: rows.map((row) => row.accountId),
  station: rows.map((row) => row.stationId),
  by: rows.map((row) => row.requestedBy),
  number: rows.map((row) => row.reservation.number),
  connector: rows.map((row) => row.reservation.evseNo),
  tag: rows.map((row) => toWireText(row.reservation.idTag)),
  folded: rows.map((row) => foldCode(row.reservation.idTag)),
  parent: rows.map((row) =>
    row.reservation.parentIdTag === null ? null : toWireText(row.reservation.parentIdTag),
  ),
  expires: rows.map((row) => row.reservation.expiresAt),
  volume: rows.map((row) => row.volumeWh ?? null),
})

const insertReservations = (rows: readonly Requested[], state: 'requested' | 'active', now: Date) => {
  const c = columnsOf(rows)
  return sql`
    insert into reservations (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded,
      parent_id_tag, card_id, state, starts_at, expires_at, requested_by, volume_wh, created_at, updated_at)
    select w.id, w.number, w.account_id, w.station_id, w.evse_no, w.tag, w.folded, w.parent, k.id, ${state},
      ${now}::timestamptz, w.expires_at, w.by, w.volume, ${now}::timestamptz, ${now}::timestamptz
    from unnest(${c.id}::uuid[], ${c.number}::bigint[], ${c.account}::uuid[], ${c.station}::uuid[],
      ${c.connector}::bigint[], ${c.tag}::text[], ${c.folded}::text[], ${c.parent}::text[],
      ${c.expires}::timestamptz[], ${c.by}::uuid[], ${c.volume}::float8[])
      as w (id, number, account_id, station_id, evse_no, tag, folded, parent, expires_at, by, volume)
    left join cards k on k.account_id = w.account_id and k.code_folded = w.folded and k.state <> 'deleted'`
}

/**
 * Stores requested reservations until the station answers; returns those that are new. A number that the
 * station already has keeps its row until then.
 */
export async function insertRequested(tx: Tx, rows: readonly Requested[], now: Date): Promise<Changed[]> {
  const { rows: made } = await sql<Changed>`${insertReservations(rows, 'requested', now)}
    on conflict (station_id, number) do nothing
    returning id, account_id as "accountId", station_id as "stationId", state as "from", state as "to"`.execute(
    tx,
  )
  return made
}

/**
 * Activates a reservation that the station accepted; the same number replaces the earlier one (OCPP 1.6,
 * 5.13). Null if a transaction used it before the answer arrived.
 */
export async function activate(
  tx: Tx,
  row: Requested & Pick<CommandFacts, 'createdAt'>,
  now: Date,
): Promise<Changed | null> {
  const { rows } = await sql<Changed>`
    with made as (${insertReservations([row], 'active', now)}
    on conflict (station_id, number) do update set state = 'active', evse_no = excluded.evse_no,
      id_tag = excluded.id_tag, id_tag_folded = excluded.id_tag_folded, parent_id_tag = excluded.parent_id_tag,
      card_id = excluded.card_id, starts_at = excluded.starts_at, ends_at = null,
      volume_wh = case when reservations.state = 'requested' then reservations.volume_wh end,
      expires_at = excluded.expires_at, transaction_number = null, requested_by = excluded.requested_by,
      updated_at = excluded.updated_at
    where not (reservations.state = 'used' and reservations.updated_at >= ${row.createdAt}::timestamptz)
    returning id, account_id, station_id, state)
    select m.id, m.account_id as "accountId", m.station_id as "stationId", coalesce(o.state, 'requested') as "from",
      m.state as "to" from made m left join reservations o on o.id = m.id`.execute(tx)
  return rows[0] ?? null
}

/** Ends a reservation that is in one of the states; returns null if there is none. */
export async function end(
  tx: Tx,
  which: { stationId: string; number: number; from: readonly ('requested' | 'active')[] },
  { state, now }: { state: 'refused' | 'cancelled'; now: Date },
): Promise<Changed | null> {
  const row = await tx
    .updateTable('reservations as r')
    .from('reservations as o')
    .set({ state, ends_at: now, updated_at: now })
    .whereRef('o.id', '=', 'r.id')
    .where('r.station_id', '=', which.stationId)
    .where('r.number', '=', which.number)
    .where('r.state', 'in', which.from)
    .returning(returned)
    .executeTakeFirst()
  return row ?? null
}

/** Columns returned: `reservations r` after and `reservations o` before the change. */
const returned = [
  'r.id',
  'r.account_id as accountId',
  'r.station_id as stationId',
  'o.state as from',
  'r.state as to',
] as const

/** Period of starts that are checked although no earlier run has seen them. */
const startWindow = sql`interval '1 hour'`

/**
 * Marks reservations as used by transactions that did not name them: same connector, same card or its group,
 * received in time. If the station names the number, the start itself marks the reservation.
 */
export async function matchStarts(tx: Tx, now: Date): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    update reservations r set state = 'used', transaction_number = t.number, ends_at = t.started_at,
      updated_at = ${now}::timestamptz
    from transactions t, reservations o
    where o.id = r.id and r.state in ('active', 'expired') and r.transaction_number is null
      and r.expires_at > ${now}::timestamptz - ${startWindow}
      and t.station_id = r.station_id and t.reservation_number is null
      and t.received_start_at between r.starts_at and r.expires_at
      and (r.evse_no is null or r.evse_no = t.evse_no)
      and (t.id_tag_folded = r.id_tag_folded or exists (
        select from cards k where k.account_id = r.account_id and k.code_folded = t.id_tag_folded
          and lower(k.parent_code) = lower(r.parent_id_tag)))
    returning r.id, r.account_id as "accountId", r.station_id as "stationId", o.state as "from",
      r.state as "to"`.execute(tx)
  return rows
}

/** Ends expired reservations. */
export const expireOverdue = (tx: Tx, now: Date): Promise<Changed[]> =>
  tx
    .updateTable('reservations as r')
    .from('reservations as o')
    .set((eb) => ({ state: 'expired', ends_at: eb.ref('r.expires_at'), updated_at: now }))
    .whereRef('o.id', '=', 'r.id')
    .where('r.state', 'in', ['requested', 'active'])
    .where('r.expires_at', '<=', now)
    .returning(returned)
    .execute()

/** Deletes the ended reservations of each station beyond the newest `most`. */
export async function removeSurplusReservations(db: Db, most: number): Promise<void> {
  await sql`delete from reservations where id in (
    select id from (select id, row_number() over (partition by station_id order by created_at desc) as place
      from reservations where state not in ('requested', 'active') and station_id in (
        select station_id from reservations group by station_id having count(*) > ${most})) as ranked
    where place > ${most})`.execute(db)
}

/** Returns the newest active reservation of a connector, or null. */
export async function findActive(
  db: Db,
  scope: Scope,
  { connector, now }: { connector: { stationId: string; evseNo: number }; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('reservations')
    .select('id')
    .where('station_id', '=', connector.stationId)
    .where((eb) => eb.or([eb('evse_no', '=', connector.evseNo), eb('evse_no', 'is', null)]))
    .where('state', '=', 'active')
    .where('expires_at', '>', now)
    .$if(!scope.isAdmin, (query) => query.where('account_id', '=', scope.accountId))
    .orderBy('evse_no', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Returns a reservation that the viewer may see, with its present state. */
export const findReservation = (db: Db, scope: Scope, { id, isLocked }: { id: string; isLocked: boolean }) =>
  db
    .selectFrom('reservations as r')
    .leftJoin('stations as s', (join) =>
      join.onRef('s.id', '=', 'r.station_id').on(sql<boolean>`(${seesStation(scope)})`),
    )
    .select(['r.id', 'r.number', 'r.account_id', 'r.station_id', 'r.requested_by'])
    .select((eb) => eb.fn.coalesce('r.evse_no', sql<number>`0`).as('evse_no'))
    .select((eb) => eb.fn.coalesce('s.identity', sql<string>`''`).as('identity'))
    .select(reservationFacts.as('facts'))
    .where('r.id', '=', id)
    .where(sql<boolean>`${visibleReservations(scope)}`)
    .$if(isLocked, (query) => query.forUpdate('r'))
    .executeTakeFirst()

export type ReservationRow = NonNullable<Awaited<ReturnType<typeof findReservation>>>
