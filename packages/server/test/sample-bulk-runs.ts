import type { SampleData } from './sample-ids.ts'
import type { Db } from '../src/storage/transaction.ts'

/** Adds a bulk run for each dataset, on whose station another process is working. */
export async function addBulkRuns({ db }: { db: Db }, datasets: SampleData[]): Promise<void> {
  const at = new Date()
  const runs = datasets.map(({ accountId: account_id, bulkRun: id, user: user_id, word }) => ({
    id,
    account_id,
    user_id,
    class_code: 'charge_point',
    action: 'tags',
    params: JSON.stringify({ add: [word], remove: [] }),
    total: 1,
    created_at: at,
  }))
  await db.insertInto('bulk_runs').values(runs).execute()
  const items = datasets.map(({ accountId: account_id, bulkRun: run_id, bulkItem: id, ...of }) => ({
    id,
    run_id,
    account_id,
    turn: 1,
    object_id: of.station,
    label: of.identity,
    state: 'running' as const,
    lease_until: new Date(at.getTime() + 86_400_000),
  }))
  await db.insertInto('bulk_run_items').values(items).execute()
}
