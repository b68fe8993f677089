import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '../src/storage/migrate.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { isTorture, Torture } from './torture.ts'

/** First migration that the rules on locks apply to (storage/migration-locks.ts). */
const first = '0133'
const torture = new Torture('migration', { rounds: 1 })
const rows = Number(process.env['TORTURE_ROWS'] ?? 10_000_000)
const everyMs = 5

/** What a running server writes all the time, by table. */
const writes: Record<string, string> = {
  ocpp_log: `insert into ocpp_log (at, account_id, station_id, is_outgoing, action, request)
    select now(), account_id, id, false, 'Heartbeat', '{}' from stations limit 1`,
  meter_values: `insert into meter_values (station_id, evse_no, sampled_at, kind_id, value)
    select s.id, 1, clock_timestamp(), k.id, 1 from stations s, sample_kinds k limit 1`,
  transactions: `update transactions set meter_last_wh = coalesce(meter_last_wh, 0) + 1
    where number = (select 1 + floor(random() * 1000)::int)`,
  activity: `insert into activity (id, at, account_id, kind, station_id)
    select activity_id(now()), now(), account_id, 'station_booted', id from stations limit 1`,
  stations: `update stations set last_seen_at = now() where identity = 'S-1'`,
}

const seed = `
  insert into accounts (id, code, name) values (gen_random_uuid(), 'large', 'Large');
  insert into stations (id, account_id, identity)
    select gen_random_uuid(), a.id, 'S-' || n from accounts a, generate_series(1, 100) n;
  insert into sample_kinds (measurand, unit, context, format, location, key)
    values ('Voltage', 'V', 'Sample.Periodic', 'Raw', 'Outlet', 'large');
  create temp table numbered as select id, account_id, row_number() over () as n from stations;
  select make_partitions(current_date);
  insert into ocpp_log (at, account_id, station_id, is_outgoing, action, request)
    select now() - g.at * interval '1 ms', s.account_id, s.id, false, 'Heartbeat', '{}'
    from generate_series(1, ${rows} * 7 / 10) g (at) join numbered s on s.n = 1 + g.at % 100;
  insert into meter_values (station_id, evse_no, sampled_at, kind_id, value)
    select s.id, 1, now() - g.at * interval '1 ms', k.id, 230
    from generate_series(1, ${rows} / 4) g (at) join numbered s on s.n = 1 + g.at % 100, sample_kinds k;
  insert into transactions (id, number, account_id, station_id, evse_no, start_key, started_at, meter_start_wh, stopped_at,
      meter_stop_wh, energy_wh, state)
    select gen_random_uuid(), g.n, s.account_id, s.id, 1, 'key ' || g.n, now() - g.n * interval '1 minute', 0, now(), 1000,
      1000, 'finished'
    from generate_series(1, ${rows} / 20) g (n) join numbered s on s.n = 1 + g.n % 100`

let database: FreshDatabase

interface Writer {
  table: string
  /** Longest duration of one statement in milliseconds. */
  longestMs: number
  count: number
}

/** Writes to a table until the signal, on a connection of its own, as a server does that still runs. */
async function write(table: string, signal: AbortSignal): Promise<Writer> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  const writer: Writer = { table, longestMs: 0, count: 0 }
  try {
    while (!signal.aborted) {
      const since = performance.now()
      await client.query(writes[table]!)
      writer.longestMs = Math.max(writer.longestMs, performance.now() - since)
      writer.count++
      await pause(everyMs)
    }
    return writer
  } finally {
    await client.end()
  }
}

// only by `npm run torture -- --only migration`: it takes minutes and 3 GB
describe.runIf(isTorture)('ten million rows', () => {
  beforeAll(async () => {
    database = await freshDatabase()
    await database.pool.query('drop schema public cascade; create schema public')
    const folder = await mkdtemp(join(tmpdir(), 'stationmaster-large-'))
    await cp(join(import.meta.dirname, '../src/storage/migrations'), folder, { recursive: true })
    for (const file of await readdir(folder)) if (file >= first) await rm(join(folder, file))
    await migrate(database.db, folder)
    await rm(folder, { recursive: true })
    await database.pool.query(
      `set session_replication_role = replica; ${seed}; set session_replication_role = default; analyze`,
    )
  }, 3_600_000)
  afterAll(() => database.close())

  // Proves G25
  test('an upgrade of a large database stops no writer for a second, and old statements work before and after', async () => {
    const stop = new AbortController()
    const writers = Object.keys(writes).map((table) => write(table, stop.signal))
    await pause(200)
    const since = performance.now()
    const applied = await migrate(database.db).finally(() => setTimeout(() => stop.abort(), 100))
    const ms = performance.now() - since
    const results = await Promise.all(writers)
    expect(applied.length).toBeGreaterThan(15)
    for (const { table, count } of results) expect(count, table).toBeGreaterThan(3)
    const longest = results.reduce((one, other) => (other.longestMs > one.longestMs ? other : one))
    torture.report(
      `${applied.length} migrations (0133 to the newest) on ${rows} rows in ${Math.round(ms)} ms; the longest statement of ${results.length} writers took ${Math.round(longest.longestMs)} ms (${longest.table})`,
    )
    expect(longest.longestMs, longest.table).toBeLessThan(1_000)
  }, 600_000)
})
