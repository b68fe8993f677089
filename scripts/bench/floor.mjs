// Measures what the rows of starts and stops cost the database at least, so that figures of different days can be
// compared by their ratio to it.
import { connectAsSuperuser } from './database.mjs'
import { processUs } from './processor.mjs'

/** Sessions whose rows are written again. */
const most = 4_000
/** Starts, and as many stops, in one transaction: about as many as 50 stations send together. */
const inBatch = 12

/** Columns that a stop changes. */
const ofStop = [
  'state',
  'stopped_at',
  'received_stop_at',
  'meter_stop_wh',
  'energy_wh',
  'stop_reason',
  'stop_id_tag',
]
const stopTexts = ['stop_payload', 'stopped_sent']

/** Rows to write again, with the number of their batch; the stop of a session is in the batch after its start. */
const sources = {
  transactions: `select n / ${inBatch} as batch, t.* from (select row_number() over (order by number) - 1 as n, *
    from (select * from transactions where state = 'finished' order by started_at desc limit ${most}) newest) t`,
  activity: `select t.batch + (a.kind = 'session_ended')::int as batch, a.* from activity a
    join of_transactions t on t.number = a.transaction_number where a.kind in ('session_started', 'session_ended')`,
  ocpp_log: `select (n - 1) / ${2 * inBatch} as batch, l.* from (select row_number() over (order by id) as n, * from ocpp_log
    where action in ('StartTransaction', 'StopTransaction') order by id desc limit (select 2 * count(*) from of_transactions)) l`,
}

async function prepare(client) {
  await client.query('create schema floor')
  const columns = {}
  for (const [table, source] of Object.entries(sources)) {
    await client.query(`create table floor.${table} (like ${table} including all);
      create temp table of_${table} as ${source}; create index on of_${table} (batch); analyze of_${table}`)
    const { rows } = await client.query(`select attname as name from pg_attribute
      where attrelid = 'floor.${table}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`)
    columns[table] = rows.map(({ name }) => name)
  }
  return columns
}

function statementsOf(columns) {
  const stopped = new Set([...ofStop, ...stopTexts])
  const started = (name) =>
    name === 'state' ? `'running'` : stopped.has(name) && name !== 'energy_wh' ? 'null' : name
  const insert = (table, value = (name) => name) =>
    `insert into floor.${table} (${columns[table].join()}) select ${columns[table].map(value).join()} from of_${table} where batch = $1`
  return {
    start: insert('transactions', started),
    stop: `update floor.transactions t set ${[...stopped].map((name) => `${name} = x.${name}`).join()}
      from of_transactions x where x.batch = $1 - 1 and t.number = x.number`,
    activity: insert('activity'),
    log: insert('ocpp_log'),
  }
}

/**
 * Writes the rows of starts and stops again: by plain SQL, in batches, to tables with the same indexes and checks, without
 * foreign keys and triggers. Returns the processor time of the database per call in ms, and the number of calls.
 */
export async function measureFloor(bench) {
  const client = await connectAsSuperuser(bench.dataDir)
  try {
    const statements = Object.entries(statementsOf(await prepare(client)))
    const { rows } = await client.query(
      'select max(batch) + 1 as last, 2 * count(*) as calls from of_transactions',
    )
    const [{ last, calls }] = rows
    const backend = await client.query('select pg_backend_pid() as pid')
    const { pid } = backend.rows[0]
    await client.query('checkpoint')
    const before = await processUs(pid)
    for (let batch = 0; batch <= last; batch++) {
      await client.query('begin')
      for (const [name, text] of statements) await client.query({ name, text, values: [batch] })
      await client.query('commit')
    }
    return { calls: Number(calls), ms: ((await processUs(pid)) - before) / 1000 / Number(calls) }
  } finally {
    await client.query('drop schema if exists floor cascade')
    await client.end()
  }
}
