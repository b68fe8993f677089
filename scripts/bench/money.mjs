// Measures the rating and booking of ended sessions: from the queue to charges and journals.
import { setTimeout as pause } from 'node:timers/promises'
import { connectAsSuperuser } from './database.mjs'
import { processUs } from './processor.mjs'

const stations = 200
const clients = 500
/** Meter values of one session: a session of an hour with one a minute. */
const samples = 60
/** Sessions that are rated before the measured ones, because V8 compiles while a server that has just started rates. */
const warmUp = 5_000
/** Sessions of one transaction of the server. */
const batchSize = 1_000

const definition = {
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: [
    {
      price_components: [{ type: 'ENERGY', price: '0.39' }],
      restrictions: { start_time: '22:00', end_time: '06:00' },
    },
    {
      price_components: [
        { type: 'ENERGY', price: '0.49' },
        { type: 'FLAT', price: '0.50' },
      ],
    },
    { price_components: [{ type: 'PARKING_TIME', price: '6.00' }] },
  ],
  idle: { grace_seconds: 900, until: 'stop' },
}

/** Adds an active tariff to each account, for all its sessions. */
export const addTariff = `with t as (insert into tariffs (id, account_id, code, label, currency, state)
  select gen_random_uuid(), a.id, 'T1', 'Standard', 'EUR', 'active' from accounts a returning id, account_id)
insert into tariff_versions (id, account_id, tariff_id, number, state, definition, hash, service, afir_limited, type,
    currency, valid_from, activated_at)
  select gen_random_uuid(), account_id, id, 1, 'active', '${JSON.stringify(definition)}', 'hash', 'energy', false,
    'regular', 'EUR', '2020-01-01', '2020-01-01' from t;
`

const seed = (sessions) => `
insert into stations (id, account_id, identity, time_zone)
  select gen_random_uuid(), a.id, 'M-' || n, 'Europe/Berlin' from accounts a, generate_series(1, ${stations}) n;
insert into evses (id, account_id, station_id, evse_no, max_power_w)
  select gen_random_uuid(), account_id, id, 1, 50000 from stations;
insert into clients (id, account_id, state, code, name, currency_code)
  select gen_random_uuid(), a.id, 'enabled', 'M' || n, 'Client ' || n, 'EUR' from accounts a, generate_series(1, ${clients}) n;
insert into cards (id, account_id, code, code_folded, client_id)
  select gen_random_uuid(), account_id, code, lower(code), id from clients;
${addTariff}insert into sample_kinds (measurand, unit, context, format, key)
  values ('Energy.Active.Import.Register', 'Wh', 'Sample.Periodic', 'Raw', 'bench energy') on conflict do nothing;
insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id, decision, start_key,
    started_at, meter_start_wh, state, stopped_at, received_stop_at, meter_stop_wh, energy_wh)
  select uuidv7(-x.ago), n, s.account_id, s.id, 1, k.code, k.code_folded, k.id, 'Accepted', 'key ' || n,
    now() - x.ago, 1000, 'finished', now() - x.ago + interval '1 hour', now(), 11800, 10800
  from generate_series(1, ${sessions}) n
  cross join lateral (select ((${sessions} - n) / ${stations} + 2) * interval '70 minutes' as ago) x
  join (select *, row_number() over (order by id) as place from stations) s on s.place = n % ${stations} + 1
  join (select *, row_number() over (order by id) as place from cards) k on k.place = n % ${clients} + 1
  order by n;
insert into meter_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number)
  select t.station_id, 1, t.started_at + m * interval '1 minute', k.id, 1000 + m * 180, t.number
  from transactions t, generate_series(1, ${samples}) m, sample_kinds k where k.key = 'bench energy';
insert into transaction_states (transaction_id, at, state, received_at)
  select id, started_at + m * interval '1 minute', case m when 0 then 'charging' else 'suspendedev' end, now()
  from transactions, unnest(array[0, 40]) m;
`

/** Queues the price of sessions by their numbers, as the end of a session does. */
const end = (from, to) => `insert into rating_queue (transaction_id)
  select id from transactions where number between ${from} and ${to} order by number`

/** Tables to which a rated session adds rows, with the id of the session. */
const written = {
  session_tariffs: 'x.transaction_id',
  ratings: 'x.transaction_id',
  charges: 'x.transaction_id',
  revenue_entries: 'x.transaction_id',
  ledger_journals: '(select r.transaction_id from ratings r where r.journal_id = x.id)',
  ledger_transfers: '(select r.transaction_id from ratings r where r.journal_id = x.journal_id)',
}

/**
 * Adds the rows of the rated sessions again, by plain SQL to tables with the same indexes and checks, without foreign
 * keys and triggers. Returns the processor time in ms, without sessions whose number is at most `skipped`.
 */
async function measureFloor(client, cpu, skipped) {
  await client.query('create schema floor; create index on ratings (journal_id)')
  await client.query(`create temp table batches as select transaction_id as id,
    row_number() over (order by id) / 500 as batch from ratings
    where transaction_id in (select id from transactions where number > ${skipped}); create index on batches (id)`)
  const inserts = []
  for (const [table, session] of Object.entries(written)) {
    const { rows } =
      await client.query(`select string_agg(quote_ident(attname), ',' order by attnum) as columns
      from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`)
    await client.query(`create table floor.${table} (like ${table} including all);
      create temp table of_${table} as select b.batch, x.* from ${table} x join batches b on b.id = ${session};
      create index on of_${table} (batch); analyze of_${table}`)
    inserts.push(`insert into floor.${table} select ${rows[0].columns} from of_${table} where batch = `)
  }
  const { rows } = await client.query('select distinct batch from batches order by batch')
  await client.query('checkpoint')
  const before = await cpu()
  for (const { batch } of rows)
    await client.query(['begin', ...inserts.map((text) => text + batch), 'commit'].join(';'))
  return (await cpu()).database / 1_000 - before.database / 1_000
}

export async function measureMoney(bench) {
  const sessions = bench.quick ? 5_000 : 20_000
  const server = await bench.serve()
  const client = await connectAsSuperuser(bench.dataDir)
  const number = async (text) => Number((await client.query(text)).rows[0].n)
  const exists = async (text) => (await client.query(`select ${text} limit 1`)).rows.length > 0
  const ownBackend = await number('select pg_backend_pid() as n')
  /** Returns the processor time of server and database in microseconds, without the statements of the benchmark. */
  const cpu = async () => {
    const { server: ofServer, database } = await server.cpu()
    return { server: ofServer, database: database - (await processUs(ownBackend)) }
  }

  /** Rates sessions by their numbers; returns processor time and durations in ms. */
  async function rate(from, to) {
    await client.query(end(from, to))
    await client.query('checkpoint')
    await pause(3_500) // the job leaves younger ones
    const before = await cpu()
    const beganMs = performance.now()
    const began = await number('select extract(epoch from now()) as n')
    // any end of a session wakes the job; here the event itself
    await client.query(
      `select pg_notify('stationmaster', '[{"kind":"hint","account":"","hint":{"kind":"transaction.stopped"}}]')`,
    )
    while (!(await exists(`from ratings where created_at >= to_timestamp(${began})`))) await pause(20)
    const firstMs = performance.now()
    // seldom, because it takes time from the server
    while (await exists('from rating_queue')) await pause(200)
    const endedMs = performance.now()
    const after = await cpu()
    return {
      serverMs: (after.server - before.server) / 1_000,
      databaseMs: (after.database - before.database) / 1_000,
      perSecond: ((to - from + 1 - batchSize) * 1_000) / (endedMs - firstMs),
      startMs: firstMs - beganMs,
    }
  }

  try {
    await client.query(seed(warmUp + sessions))
    await client.query('vacuum analyze')
    const cold = await rate(1, warmUp)
    // as autovacuum does in a server that has run for a while
    await client.query('vacuum analyze')
    const warm = await rate(warmUp + 1, warmUp + sessions)
    const rated = await number('select count(*) as n from ratings where hold_reason is null')
    if (rated !== warmUp + sessions) {
      const held = await client.query('select hold_reason, flags, count(*) from ratings group by 1, 2')
      const waits = await client.query('select error, count(*) from rating_waits group by 1')
      throw new Error(
        `${rated} of ${warmUp + sessions} sessions were rated: ${JSON.stringify([held.rows, waits.rows])}`,
      )
    }
    const floorMs = await measureFloor(client, () => server.cpu(), warmUp)
    const row = { sessions, warmUp, samples, ...warm, cold, floorMs }
    bench.print(
      `${sessions} sessions of ${samples} readings, ${clients} clients, after ${warmUp} others that are not measured: ` +
        `${Math.round(warm.perSecond)} per second; ${eachOf(warm, sessions)}`,
    )
    bench.print(`those ${warmUp}, the first after the start of the server: ${eachOf(cold, warmUp)}`)
    bench.print(
      `the same rows by plain SQL, without foreign keys and triggers: ${(floorMs / sessions).toFixed(3)} ms`,
    )
    return row
  } finally {
    await client.end()
  }
}

const eachOf = ({ serverMs, databaseMs }, sessions) =>
  `${(serverMs / sessions).toFixed(3)} ms of the server and ${(databaseMs / sessions).toFixed(3)} ms of the database each, ` +
  `together ${((serverMs + databaseMs) / sessions).toFixed(3)} ms`
