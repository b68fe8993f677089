import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../test/database.ts'
import { allNodes, type PlanNode } from '../../../test/plan-nodes.ts'
import { admissionTexts } from './admission-store.ts'

/** Tables that have rows for each station here. */
const large = ['stations', 'evses', 'station_keys', 'station_certificates']

/** Returns the number of rows that a plan has read from these tables. */
const readRows = (plan: PlanNode): number =>
  allNodes(plan)
    .filter((node) => large.includes(node['Relation Name'] ?? ''))
    .reduce(
      (sum, node) =>
        sum + (node['Actual Rows']! + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']!,
      0,
    )

const many = `
insert into accounts (id, code, name) values (gen_random_uuid(), 'large', 'Large');
insert into stations (id, account_id, identity, is_connected)
  select gen_random_uuid(), a.id, 'S-' || n, true from accounts a, generate_series(1, 5000) n;
insert into evses (id, account_id, station_id, evse_no)
  select gen_random_uuid(), account_id, id, no from stations, generate_series(0, 2) no;
insert into station_keys (id, station_id, hash) select gen_random_uuid(), id, '' from stations;
insert into certificate_authorities (id, common_name, certificate, key_encrypted, created_at, expires_at)
  values (gen_random_uuid(), '', '', '', now(), now());
insert into station_certificates (id, account_id, station_id, authority_id, serial, fingerprint, state, subject, issuer,
    certificate, valid_from, valid_until, issued_at)
  select gen_random_uuid(), s.account_id, s.id, a.id, identity, identity, 'installed', '', '', '', now(), now(), now()
  from stations s, certificate_authorities a;
analyze`

let database: FreshDatabase
let client: Client
beforeAll(async () => {
  database = await freshDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(many)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

/** Stations that connect at the same time. */
const together = 20

interface Connecting {
  stationId: string
  identity: string
  keyId: string
}

const values: Record<keyof typeof admissionTexts, (stations: Connecting[]) => unknown[]> = {
  'station-lookup': (stations) => [
    stations.map(() => 'large'),
    stations.map(({ identity }) => identity),
    stations.map(({ identity }) => identity),
  ],
  'station-register': (stations) => [
    JSON.stringify(
      stations.map((one) => ({ ...one, address: '', securityProfile: 3, usedCertificate: one.identity })),
    ),
    'process',
  ],
  'station-keys': (stations) => [stations.map(({ keyId }) => keyId)],
  'station-certificates': (stations) => [stations.map(({ identity }) => identity)],
  'station-knowledge': (stations) => [stations.map(({ stationId }) => stationId)],
}

it.each(Object.keys(values) as (keyof typeof values)[])(
  'the statement %s reads the rows of its stations only',
  async (name) => {
    const { rows: stations } = await client.query<Connecting>(
      `select s.id as "stationId", s.identity, k.id as "keyId" from stations s
       join station_keys k on k.station_id = s.id order by s.identity limit ${together}`,
    )
    const { rows } = await client.query(
      `explain (analyze, format json) ${admissionTexts[name]}`,
      values[name](stations),
    )
    const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': [{ Plan: PlanNode }] }]
    const count = readRows(plans[0].Plan)
    expect(count).toBeGreaterThanOrEqual(together)
    expect(count).toBeLessThanOrEqual(together * 10)
  },
)
