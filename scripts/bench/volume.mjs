// Measures many meter values: their size, the cost of storing them, the curve of a session and the removal of a month.
import { connectAsSuperuser } from './database.mjs'
import { middleOf, phaseHead, phaseLine, runPhase } from './phases.mjs'
import { processUs } from './processor.mjs'

/** Rows of `--volume` unless `--rows` is given. */
export const volumeRows = 100_000_000

/** Stations that charge at the same time, each of them for an hour; one in twelve stations charges. */
const charging = 5_000
const groups = 12
const kinds = 4
/** Minutes whose values are stored by one statement: a million rows. */
const minutesPerStep = 50
const rowsPerMinute = charging * kinds
const millionUs = 1_000_000
const ofLoad = { stations: 200, active: 50 }

/** A minute before the end of the month before last: half of the rows are in each of two partitions. */
const boundary = `date_trunc('month', now() at time zone 'UTC' - interval '1 month') at time zone 'UTC'`

const seedStations = `
  create table volume_start as select ${boundary} - interval '1 minute' * $1::int as at;
  insert into stations (id, account_id, identity)
    select gen_random_uuid(), a.id, 'VOLUME-' || lpad(n::text, 6, '0')
    from (select id from accounts order by created_at limit 1) a, generate_series(0, ${charging * groups - 1}) n;
  create table volume_stations as select id, account_id, row_number() over (order by id) - 1 as n from stations
    where identity like 'VOLUME-%';
  create unique index on volume_stations (n);
  insert into sample_kinds (measurand, unit, context, format, location, key)
    select m, u, 'Sample.Periodic', 'Raw', 'Outlet', 'volume ' || m from (values ('Power.Active.Import', 'W'),
      ('Energy.Active.Import.Register', 'Wh'), ('Current.Import', 'A'), ('Voltage', 'V')) k (m, u);
  create table volume_kinds as select id from sample_kinds where key like 'volume %';
  select make_partition('meter_values', 'meter_values_' || to_char(month, 'YYYYMM'), month at time zone 'UTC',
      (month + interval '1 month') at time zone 'UTC')
    from (select date_trunc('month', now() at time zone 'UTC') - n * interval '1 month' as month
      from generate_series(1, 2) n) m`

/** Values in the order of time, as stations send them: each minute those of the stations that charge in that hour. */
const seedMinutes = `
  insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number)
  select s.id, 1, v.at + interval '1 minute' * m.n, k.id, m.n * 0.5 + s.n % 1000, 1000000 + s.n
  from volume_start v, generate_series($1::int, $1::int + ${minutesPerStep - 1}) m (n)
  join volume_stations s on s.n % ${groups} = (m.n / 60) % ${groups}, volume_kinds k order by m.n`

const partitions = `select c.relname as name, pg_relation_size(c.oid)::float8 as "tableBytes",
    pg_indexes_size(c.oid)::float8 as "indexBytes", c.reltuples::float8 as rows
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'meter_values'::regclass
    and pg_relation_size(c.oid) > 0 order by 1`

async function measureMessages(bench, server, { stations, name }) {
  const load = new bench.Load({ url: server.link, stations })
  try {
    await load.open()
    const rounds = []
    for (let round = 0; round < 3; round++)
      rounds.push(
        await runPhase(server, load, {
          name,
          kinds: ['MeterValues'],
          active: ofLoad.active,
          seconds: bench.seconds,
        }),
      )
    const row = middleOf(rounds)
    bench.print(phaseLine(row))
    return row
  } finally {
    load.close()
  }
}

/** Stores the rows; prints and returns the cost of each tenth. */
async function storeRows({ print, listRows }, client) {
  const minutes = Math.floor(listRows / rowsPerMinute)
  await client.query(seedStations.replaceAll('$1::int', String(Math.floor(minutes / 2))))
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parts = []
  let since = { at: performance.now(), us: await processUs(rows[0].pid), minute: 0 }
  for (let minute = 0; minute < minutes; minute += minutesPerStep) {
    await client.query(seedMinutes, [minute])
    const done = minute + minutesPerStep
    if (Math.floor((done * 10) / minutes) === Math.floor((minute * 10) / minutes)) continue
    const now = { at: performance.now(), us: await processUs(rows[0].pid), minute: done }
    const stored = (now.minute - since.minute) * rowsPerMinute
    const part = {
      rows: done * rowsPerMinute,
      usPerRow: (now.us - since.us) / stored,
      perS: stored / ((now.at - since.at) / 1000),
    }
    parts.push(part)
    print(
      `${part.rows / millionUs} million rows: ${part.usPerRow.toFixed(2)} us of processor time each, ${Math.round(part.perS)} a second`,
    )
    since = now
  }
  return parts
}

/** Adds a session of an hour to a station of each part of the time, and reads their curves as the console does. */
async function readCurves(bench, server, client) {
  const minutes = Math.floor(bench.listRows / rowsPerMinute)
  const { rows } = await client.query(
    `insert into transactions (id, number, account_id, station_id, evse_no, start_key, started_at, meter_start_wh, stopped_at,
       meter_stop_wh, energy_wh, state)
     select gen_random_uuid(), 1000000 + s.n, s.account_id, s.id, 1, 'volume ' || s.n, t.at, 0, t.at + interval '1 hour', 22000,
       22000, 'finished'
     from generate_series(1, 20) part, lateral (select (part * ${minutes} / 22) / 60 as hour) h,
       lateral (select v.at + interval '1 hour' * h.hour as at from volume_start v) t,
       lateral (select * from volume_stations s where s.n = part * 1200 + h.hour % ${groups}) s
     returning number`,
  )
  const curves = []
  for (const { number } of rows) {
    const cold = await server.page('/meter_value/series', { transactionid: number })
    const warm = await server.page('/meter_value/series', { transactionid: number })
    curves.push({ number, coldMs: cold.ms, warmMs: warm.ms, bytes: cold.bytes })
  }
  const times = curves.map(({ coldMs }) => coldMs).sort((a, b) => a - b)
  const warm = curves.map(({ warmMs }) => warmMs).sort((a, b) => a - b)
  bench.print(
    `curve of a session: first ${times[10].toFixed(1)} ms (most ${times.at(-1).toFixed(1)}), again ${warm[10].toFixed(1)} ms, ${Math.round(curves[0].bytes / 1000)} kB`,
  )
  const plan = await client.query(
    `explain (analyze, buffers, summary) select v.* from meter_values v, transactions t where t.number = ${rows[10].number}
       and v.station_id = t.station_id and v.sampled_at between t.started_at and t.stopped_at`,
  )
  for (const row of plan.rows) bench.print(`  ${row['QUERY PLAN']}`)
  return curves
}

export async function measureVolume(bench) {
  const server = await bench.serve({ METER_RETENTION_DAYS: '3650' })
  const client = await connectAsSuperuser(bench.dataDir)
  try {
    const stations = await server.addStations(ofLoad.stations)
    bench.print(phaseHead())
    const before = await measureMessages(bench, server, {
      stations,
      name: 'MeterValues, 4 samples, no rows',
    })
    const parts = await storeRows(bench, client)
    bench.print(phaseHead())
    const after = await measureMessages(bench, server, {
      stations,
      name: 'MeterValues, 4 samples, all rows',
    })
    await client.query('analyze meter_values')
    const { rows: sizes } = await client.query(partitions)
    for (const { name, tableBytes, indexBytes, rows } of sizes)
      bench.print(
        `${name}: ${Math.round(rows)} rows, ${(tableBytes / rows).toFixed(1)} bytes of table and ${(indexBytes / rows).toFixed(1)} of index each`,
      )
    const curves = await readCurves(bench, server, client)
    const since = performance.now()
    const { rows: dropped } = await client.query(
      `select drop_partitions_of('meter_values', ${boundary}) as name`,
    )
    const dropMs = performance.now() - since
    bench.print(`removal of ${dropped.map(({ name }) => name).join(', ')}: ${Math.round(dropMs)} ms`)
    return { before, after, parts, sizes, curves, dropMs }
  } finally {
    await client.end()
    await server.stop()
  }
}
