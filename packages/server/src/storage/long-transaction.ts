import { sql } from 'kysely'
import { inLane } from './lanes.ts'
import { type Db, inTransaction, type Tx } from './transaction.ts'

/**
 * Runs the work in one transaction, each statement of which may take as long as given (`0`: without a limit), both in
 * the database and until its answer arrives.
 */
export const inLongTransaction = <T>(
  db: Db,
  limit: '0' | `${number}${'ms' | 'min'}`,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inLane('long', () =>
    inTransaction(db, async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(limit)}`.execute(tx)
      return work(tx)
    }),
  )
