import { sql } from 'kysely'
import type { PartitionedTable } from '../shared/config.ts'
import { inLongTransaction } from './long-transaction.ts'
import type { Db } from './transaction.ts'

/**
 * Drops partitions older than each table's limit; returns their names. Waits for locks so briefly that
 * stations do not notice; a partition that is locked is dropped by a later run.
 */
export const dropOldPartitions = (db: Db, before: Record<PartitionedTable, Date>): Promise<string[]> =>
  inLongTransaction(db, '10min', async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    const dropped: string[] = []
    for (const [table, limit] of Object.entries(before)) {
      const { rows } = await sql<{ name: string }>`
        select drop_partitions_of(${table}, ${limit}::timestamptz) as name`.execute(tx)
      dropped.push(...rows.map((row) => row.name))
    }
    return dropped
  })
