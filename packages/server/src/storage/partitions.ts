import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.gen.ts'
import { inTransaction } from './transaction.ts'

/**
 * Removes what is older than each table's limit, whole partitions at once; returns their names. Waits for locks so
 * briefly that stations do not notice: who fails tries again later.
 */
export const dropOldPartitions = (
  db: Kysely<Database>,
  before: Record<'ocpp_log' | 'meter_values' | 'api_log' | 'event_log', Date>,
): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const dropped: string[] = []
    for (const [table, limit] of Object.entries(before)) {
      const { rows } = await sql<{ name: string }>`
        select drop_partitions_of(${table}, ${limit}::timestamptz) as name`.execute(tx)
      dropped.push(...rows.map((row) => row.name))
    }
    return dropped
  })
