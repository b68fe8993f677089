import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../test/database.ts'
import { allNodes, type PlanNode } from '../../test/plan-nodes.ts'
import { laneSettings } from './ingest-lane.ts'
import { readTexts } from './ingest-reads.ts'
import { factStatements } from './ingest-statements.ts'

/** Returns the tables that are read without an index. */
const scanned = (plan: PlanNode): string[] =>
  allNodes(plan)
    .filter((node) => node['Relation Name'] && node['Node Type'].endsWith('Scan'))
    .filter((node) => !node['Index Cond'] && !node['Recheck Cond'])
    .map((node) => `${node['Relation Name']} by ${node['Node Type']}`)

/** Simulates a busy morning of a new installation, before the first analyze of its tables. */
const young = `
insert into accounts (id, code, name) values (gen_random_uuid(), 'young', 'Young');
insert into stations (id, account_id, identity)
  select gen_random_uuid(), a.id, 'S-' || n from accounts a, generate_series(1, 50) n;
insert into evses (id, account_id, station_id, evse_no)
  select gen_random_uuid(), account_id, id, no from stations, generate_series(0, 2) no;
insert into cards (id, account_id, code, code_folded)
  select gen_random_uuid(), a.id, 'C-' || n, 'C-' || n from accounts a, generate_series(1, 200) n;
insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision, start_key,
    started_at, meter_start_wh, state)
  select gen_random_uuid(), row_number() over (), account_id, id, 1, 'C-1', 'C-1', 'Accepted', 'key ' || n, now(), 0,
    case n when 1 then 'running' else 'finished' end
  from stations, generate_series(1, 10) n;
insert into reservations (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, expires_at)
  select gen_random_uuid(), n, account_id, id, 1, 'C-1', 'C-1', now() from stations, generate_series(1, 4) n;
insert into unmatched_messages (id, account_id, station_id, kind, action, reason, payload, payload_hash)
  select gen_random_uuid(), account_id, id, 'stop-unknown', 'StopTransaction', '', '{}', 'hash ' || n
  from stations, generate_series(1, 4) n;
insert into ocpp_log (at, account_id, station_id, is_outgoing, action)
  select now(), account_id, id, false, 'Heartbeat' from stations, generate_series(1, 20) n`

let database: FreshDatabase
let client: Client

beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(young)
  await client.query(laneSettings)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

/** Columns that a StatusNotification or MeterValues may change; of EVSEs all but the keys. */
const volatile: Record<string, (column: string) => boolean> = {
  stations: (column) => /^(display_state|state|status_payload|last_seen_at)$/.test(column),
  evses: (column) => !/^(id|account_id|station_id|evse_no)$/.test(column),
  transactions: (column) => /^(energy_wh|meter_last_wh|power_w|soc|readings_at)$/.test(column),
}

it('no index depends on a column that a status or a meter value changes', async () => {
  // columns of keys, and, by their dependencies, of expressions and conditions
  const { rows } = await client.query<{ table: string; column: string; index: string }>(
    `select i.indrelid::regclass::text as table, a.attname as column, i.indexrelid::regclass::text as index
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid
     where a.attnum = any (i.indkey) or exists (select from pg_depend d where d.classid = 'pg_class'::regclass
       and d.objid = i.indexrelid and d.refclassid = 'pg_class'::regclass and d.refobjid = i.indrelid
       and d.refobjsubid = a.attnum)`,
  )
  expect(rows.length).toBeGreaterThan(200)
  expect(rows.filter(({ table, column }) => volatile[table]?.(column))).toEqual([])
})

describe('a plan that is made while the tables are small', () => {
  const texts = {
    ...readTexts,
    ...Object.fromEntries(Object.entries(factStatements).map(([kind, { text }]) => [`write-${kind}`, text])),
  }

  it.each(Object.entries(texts))('of %s finds every row by its key', async (_name, text) => {
    const { rows } = await client.query(`explain (generic_plan, format json) ${text}`)
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }]
    expect(scanned(plans[0].Plan)).toEqual([])
  })
})
