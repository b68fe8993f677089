import { addClasses } from './sample-classes.ts'
import { newSampleData, type SampleData } from './sample-ids.ts'
import { addSampleObjects } from './sample-objects.ts'
import { addSampleRows, type Ownership } from './sample-rows.ts'
import type { TestServer } from './test-server.ts'

/** Adds sample data to an account; its words begin with `prefix` and differ from call to call. */
export const addSampleData = async (
  server: TestServer,
  accountId: string,
  prefix: string,
): Promise<SampleData> => (await addSampleDataMany(server, { accountId, prefix, count: 1 }))[0]!

/** Adds `count` datasets to one account, with one statement per table. */
export async function addSampleDataMany(
  server: TestServer,
  what: { accountId: string; prefix: string; count: number; belonging?: Ownership },
): Promise<SampleData[]> {
  const datasets = Array.from({ length: what.count }, () => newSampleData(what.accountId, what.prefix))
  if (datasets.length === 0) return datasets
  const stored = await addSampleRows(server, datasets, what.belonging)
  await addSampleObjects(server, datasets, what.belonging?.owner ?? null)
  if (what.belonging?.hasClass) await addClasses(server, datasets)
  return stored
}

const tables = [
  'accounts',
  'stations',
  'evses',
  'transactions',
  'reservations',
  'cards',
  'clients',
  'sites',
  'access_rules',
  'client_groups',
  'client_group_members',
  'tariffs',
  'tariff_versions',
  'cars',
  'car_drivers',
  'driver_favourites',
  'session_cars',
  'charges',
  'ratings',
  'sellers',
  'invoices',
  'owner_statements',
  'payments',
  'ledger_accounts',
  'ledger_transfers',
  'incidents',
  'incident_deliveries',
  'bulk_runs',
  'bulk_run_items',
  'notes',
  'saved_views',
  'commands',
  'objects',
  'transfers',
  'unmatched_messages',
  'connection_attempts',
  'station_certificates',
  'station_roots',
  'security_events',
  'charging_profiles',
  'files',
  'ocpp_log',
  'activity',
  'unknown_tags',
] as const

/** Returns all rows of an account as text, to verify that nothing was changed. */
export async function rowsOfAccount({ fresh }: TestServer, accountId: string): Promise<string> {
  const parts: string[] = []
  for (const table of tables) {
    const column = table === 'accounts' ? 'id' : 'account_id'
    const { rows } = await fresh.pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where ${column} = $1 order by 1`,
      [accountId],
    )
    parts.push(...rows.map(({ row }) => `${table} ${row}`))
  }
  return parts.join('\n')
}
