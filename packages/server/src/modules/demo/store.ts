import { type Insertable, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { kindKey } from '../../storage/ingest-kinds.ts'
import { inLongTransaction } from '../../storage/long-transaction.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import { removeEvents } from '../activity/index.ts'
import { demoInvoiceRemovals } from '../invoices/index.ts'
import { demoRevenueRemovals } from '../reports/index.ts'
import { placeRemovals } from './places-store.ts'

/** Runs work that adds or removes the demo, one after the other; deleting a fleet that ran for weeks takes minutes. */
export const whileDemoLocked = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inLongTransaction(db, '5min', async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('stationmaster demo'))`.execute(tx)
    return work(tx)
  })

export const demoStationRows = (db: Db) =>
  db
    .selectFrom('stations')
    .select(['id', 'identity'])
    .where('is_demo', '=', true)
    .where('state', '<>', 'deleted')
    .execute()

/** Returns the hashes of the keys with which a station can connect. */
export const keyHashes = async (db: Db, stationId: string): Promise<Buffer[]> =>
  (
    await db
      .selectFrom('station_keys')
      .select('hash')
      .where('station_id', '=', stationId)
      .where('retired_at', 'is', null)
      .execute()
  ).map((row) => row.hash)

export const insertKey = (db: Db, key: Insertable<Database['station_keys']>) =>
  db.insertInto('station_keys').values(key).execute()

/** Inserts stations whose identity does not exist in their account yet; returns the inserted identities. */
export const insertStations = async (
  db: Db,
  rows: Insertable<Database['stations']>[],
): Promise<Set<string>> =>
  new Set(
    (
      await db
        .insertInto('stations')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['account_id', 'identity']).doNothing())
        .returning('identity')
        .execute()
    ).map((row) => row.identity),
  )

/** Inserts EVSEs with the type of their connector. */
export async function insertEvses(
  db: Db,
  rows: readonly (Insertable<Database['evses']> & { plug: string })[],
): Promise<void> {
  const evses = rows.map((row) => {
    const { plug: _, ...evse } = row
    return evse
  })
  await db.insertInto('evses').values(evses).execute()
  const types = JSON.stringify(rows.map(({ id, plug }) => ({ id, plug })))
  await sql`update connectors k set type = x.plug from json_to_recordset(${types}::json) as x(id uuid, plug text)
    where k.evse_id = x.id`.execute(db)
}

export const insertDrivers = (db: Db, rows: Insertable<Database['users']>[]) =>
  db.insertInto('users').values(rows).execute()

export const insertCards = (db: Db, rows: Insertable<Database['cards']>[]) =>
  db
    .insertInto('cards')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['account_id', 'code_folded']).doNothing())
    .execute()

/** Returns the codes of the cards of the simulated drivers. */
export const demoCardCodes = async (db: Db): Promise<string[]> =>
  (
    await db
      .selectFrom('cards')
      .select('code')
      .where('is_demo', '=', true)
      .where('owner_id', 'is not', null)
      .where('state', '=', 'enabled')
      .orderBy('code')
      .execute()
  ).map((row) => row.code)

/** Draws this many new values from the sequence of transaction numbers, which grows in blocks of a thousand. */
export async function drawSequence(db: Db, count: number): Promise<number[]> {
  const blocks = Math.ceil(count / 1000)
  const { rows } = await sql<{ first: number }>`
    select nextval('transaction_number_block') as first from generate_series(1, ${blocks}::int)`.execute(db)
  return rows.flatMap(({ first }) => Array.from({ length: 1000 }, (_, n) => first + n)).slice(0, count)
}

const rowsAtOnce = 2_000

export async function insertTransactions(
  db: Db,
  rows: readonly Insertable<Database['transactions']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await db
      .insertInto('transactions')
      .values(rows.slice(from, from + rowsAtOnce))
      .execute()
  // they are inserted with their end, which no trigger notices
  await sql`insert into rating_queue (transaction_id) select id from transactions where is_demo and state <> 'running'`.execute(
    db,
  )
}

/** Sets the last use of the demo's cards to the start of their newest transaction. */
export async function setLastUses(db: Db, accountId: string): Promise<void> {
  await sql`
    update cards k set last_used_at = t.at
    from (select card_id, max(started_at) as at from transactions where account_id = ${accountId} group by 1) t
    where k.id = t.card_id and k.account_id = ${accountId} and k.is_demo`.execute(db)
}

export interface KindOfSample {
  measurand: string
  location: string
  unit: string
}

/** Returns ids of sample kinds by measurand; creates missing ones. */
export async function sampleKinds(db: Db, kinds: readonly KindOfSample[]): Promise<Map<string, number>> {
  const rows = kinds.map((kind) => {
    const whole = { ...kind, phase: null, context: 'Sample.Periodic', format: 'Raw' }
    return { ...whole, key: kindKey(whole) }
  })
  await db
    .insertInto('sample_kinds')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const keys = rows.map((row) => row.key)
  const found = await db
    .selectFrom('sample_kinds')
    .select(['id', 'measurand'])
    .where('key', 'in', keys)
    .execute()
  return new Map(found.map((row) => [row.measurand, row.id]))
}

export interface SampleRow {
  stationId: string
  evseNo: number
  at: Date
  kindId: number
  value: number
  number: number
}

const samplesAtOnce = 20_000

export async function insertSamples(db: Db, rows: readonly SampleRow[]): Promise<void> {
  for (let from = 0; from < rows.length; from += samplesAtOnce) {
    const some = JSON.stringify(rows.slice(from, from + samplesAtOnce))
    await sql`insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number)
      select "stationId", "evseNo", at, "kindId", value, number from json_to_recordset(${some}::json)
        as x("stationId" uuid, "evseNo" int, at timestamptz, "kindId" int, value float8, number int)
      on conflict do nothing`.execute(db)
  }
}

/**
 * Inserts states of the last weeks: each EVSE had up to three outages, each third station was offline for a while. The
 * identity decides about them, so that each demo has the same.
 */
export async function insertStates(db: Db, accountId: string, days: number): Promise<void> {
  // the states with which the EVSEs were added; the simulator reports others when it starts
  await sql`delete from evse_states where station_id in ${demo}`.execute(db)
  await sql`
    with demo as (select id, identity, abs(hashtext(identity)) as dice from stations where is_demo and account_id = ${accountId}),
    numbers as (
      select e.station_id, e.evse_no, abs(hashtext(d.identity || e.evse_no)) as dice
      from evses e join demo d on d.id = e.station_id where e.evse_no > 0),
    begun as (select date_trunc('day', now()) - make_interval(days => ${days}) as at),
    outages as (
      select n.station_id, n.evse_no, case n.dice % 2 when 0 then 'faulted' else 'unavailable' end as state,
        b.at + make_interval(mins => (n.dice / (o + 1)) % ((${days} - 2) * 1440)) as starts,
        make_interval(mins => 5 + (n.dice / (o + 7)) % case o when 0 then 40 else 900 end) as lasts
      from numbers n, begun b, generate_series(0, 2) o where (n.dice / (o + 3)) % 3 = 0
      union all
      select d.id, -1, 'offline', b.at + make_interval(mins => d.dice % ((${days} - 2) * 1440)),
        make_interval(mins => 3 + d.dice % 300)
      from demo d, begun b where d.dice % 3 = 0),
    states as (
      select n.station_id, n.evse_no, b.at, 'operative' as state from numbers n, begun b
      union all select d.id, -1, b.at, 'online' from demo d, begun b
      union all select station_id, evse_no, starts, state from outages
      union all select station_id, evse_no, starts + lasts, case evse_no when -1 then 'online' else 'operative' end
      from outages)
    insert into evse_states (station_id, evse_no, at, account_id, state, error_code)
    select station_id, evse_no, at, ${accountId}, state, case state when 'faulted' then 'GroundFailure' end from states
    on conflict do nothing`.execute(db)
}

const demoCount = (db: Db) =>
  db
    .selectFrom('stations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_demo', '=', true)

/** Counts the demo stations of the viewer, also those of which a removal that failed has left rows. */
export const countDemo = async (db: Db, scope: Scope): Promise<number> =>
  (
    await demoCount(db)
      .$if(!scope.isAdmin, (query) => query.where('account_id', '=', scope.accountId))
      .executeTakeFirstOrThrow()
  ).count

/** Marks the demo's stations as deleted, so that none of them can connect any more; returns them. */
export const closeDemoStations = (db: Db, now: Date) =>
  db
    .updateTable('stations')
    .set({ state: 'deleted', updated_at: now })
    .where('is_demo', '=', true)
    .returning(['id', 'account_id'])
    .execute()

export const connectedDemo = async (db: Db): Promise<number> =>
  (await demoCount(db).where('is_connected', '=', true).executeTakeFirstOrThrow()).count

// Rows that reference a station or card without being deleted with it, in an order that satisfies the foreign
// keys.
const demo = sql`(select id from stations where is_demo)`
const demoCards = sql`(select id from cards where is_demo)`
const demoUsers = sql`(select id from users where is_demo)`
const statements = [
  // a message that is still being stored is stored before, and deleted; later ones find no station
  sql`select from stations where is_demo order by id for update`,
  sql`delete from meter_values where station_id in ${demo}`,
  sql`delete from ocpp_log where station_id in ${demo}`,
  removeEvents(demo),
  sql`delete from notes where object_id in ${demo} or object_id in ${demoCards}
    or object_id in (select id from transactions where station_id in ${demo})`,
  sql`delete from ratings where hold_reason = 'demo' and station_id in ${demo}`,
  sql`delete from transactions where station_id in ${demo}`,
  ...demoInvoiceRemovals,
  ...demoRevenueRemovals,
  sql`delete from owner_banks where owner_id in (select id from clients where is_demo)`,
  ...placeRemovals,
  sql`delete from files where object_id in ${demo}`,
  sql`delete from evse_states where station_id in ${demo}`,
  sql`update transactions set card_id = null where card_id in ${demoCards}`,
  sql`update reservations set card_id = null where card_id in ${demoCards} and station_id not in ${demo}`,
  sql`update stations set owner_id = null where owner_id in ${demoUsers} and not is_demo`,
  sql`update cards set owner_id = null where owner_id in ${demoUsers} and not is_demo`,
  // connectors, keys, configuration, reservations, commands, unmatched messages and tags are deleted with
  // their station
  sql`delete from stations where is_demo`,
  sql`delete from cards where is_demo`,
  sql`delete from users where is_demo`,
]

/** Removes everything that is marked as demo, with the rows that depend on it. */
export async function deleteDemo(db: Db): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
