import { type Kysely, sql } from 'kysely'
import type { Database } from './tables.gen.ts'
import { inTransaction } from './transaction.ts'

/**
 * Removes the OCPP log and the meter values of the days before, whole partitions at once; returns their names.
 * Waits for locks so briefly that stations do not notice: who fails tries again later.
 */
export const dropOldPartitions = (
  db: Kysely<Database>,
  before: { log: Date; meter: Date },
): Promise<string[]> =>
  inTransaction(db, async (tx) => {
    await sql`set local lock_timeout = '1s'`.execute(tx)
    await sql`set local statement_timeout = '10min'`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select drop_old_partitions(${before.log}::timestamptz, ${before.meter}::timestamptz) as name`.execute(
      tx,
    )
    return rows.map((row) => row.name)
  })
