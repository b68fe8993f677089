import { setTimeout as pause } from 'node:timers/promises'
import type { IsolationLevel, Kysely, Transaction } from 'kysely'
import type { Database } from './tables.gen.ts'
import { isConflict, isTransient } from './transient.ts'

/** Query builder of the database: a pool, or a transaction. */
export type Db = Kysely<Database>
export type Tx = Transaction<Database>

export interface TransactionOptions<T = unknown> {
  isolation?: IsolationLevel
  /** Returns true if the transaction is to be rolled back because of its result, which is returned all the same. */
  rollsBack?: (result: T) => boolean
  /**
   * True if the work may run again although it may be committed, because unique keys make the second run find
   * the first. Otherwise a connection that breaks during the commit is thrown because the outcome is unknown.
   */
  isRepeatable?: boolean
}

/** Milliseconds of retries before the last error is thrown. */
const patienceMs = 10_000
const firstWaitMs = 20
const longestWaitMs = 1000

/** Runs the work in one transaction and retries it on transient errors, with growing, randomized pauses. */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions<T> = {},
): Promise<T> {
  const until = Date.now() + patienceMs
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    let isAtCommit = false
    try {
      const begin = db.startTransaction()
      const tx = await (options.isolation ? begin.setIsolationLevel(options.isolation) : begin).execute()
      try {
        const result = await work(tx)
        isAtCommit = !options.rollsBack?.(result)
        await (isAtCommit ? tx.commit() : tx.rollback()).execute()
        return result
      } finally {
        // over a lost connection this fails, too; the first error is the reason
        if (!tx.isCommitted && !tx.isRolledBack)
          await tx
            .rollback()
            .execute()
            .catch(() => {})
      }
    } catch (error) {
      const mayRepeat = isConflict(error) || !isAtCommit || options.isRepeatable
      if (!isTransient(error) || !mayRepeat || Date.now() > until) throw error
    }
    await pause(waitMs * (0.5 + Math.random()))
  }
}
