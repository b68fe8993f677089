import { inTransaction } from '../../storage/transaction.ts'
import { isTransient } from '../../storage/transient.ts'
import { rateBatch, type RateDeps, retryAt, textOfError } from './rate-batch.ts'
import { hasQueued, noteFailure, type QueuedSession, takeDue, takeNamed } from './rating-store.ts'

/**
 * Sessions in one transaction. Its 25 statements are planned once for all, but it locks the balances of its clients, and the
 * event loop and others wait for its longest statement.
 */
export const batchSize = 1_000
/**
 * Milliseconds after a stop before its price is computed: the last readings and the state of the connector arrive
 * with it or shortly after.
 */
export const settleMs = 3_000
/** Milliseconds after which other jobs of the lane get their turn. */
const longestRunMs = 20_000

/** Rates the sessions that are due; returns true if others are left, which are due shortly. */
export async function rateDue(deps: RateDeps): Promise<boolean> {
  const until = Date.now() + longestRunMs
  for (;;) {
    const now = deps.clock.now()
    const endedBefore = new Date(now.getTime() - settleMs)
    let queue: readonly QueuedSession[] = []
    try {
      const rated = await inTransaction(
        deps.db,
        async (tx) => {
          queue = await takeDue(tx, { endedBefore, now, most: batchSize })
          if (queue.length > 0) await rateBatch(deps, tx, queue)
          return queue.length
        },
        // unique keys, and the deletion from the queue, make a second run find the first
        { isRepeatable: true },
      )
      if (rated < batchSize) return hasQueued(deps.db)
    } catch (error) {
      if (isTransient(error) || queue.length === 0) throw error
      await rateParts(deps, queue, error)
    }
    if (Date.now() > until) return true
  }
}

/** Rates the halves of a batch that failed, until the failing session is alone; it is tried again later. */
async function rateParts(deps: RateDeps, queue: readonly QueuedSession[], error: unknown): Promise<void> {
  if (queue.length === 1) {
    const [{ sessionId, attempts }] = queue as [QueuedSession]
    deps.log.error({ err: error, session: sessionId }, 'charges: a session could not be rated')
    await inTransaction(deps.db, async (tx) => {
      await takeNamed(tx, [sessionId])
      await noteFailure(tx, {
        id: sessionId,
        error: textOfError(error),
        retryAt: retryAt(deps.clock.now(), attempts),
      })
    })
    return
  }
  const middle = Math.ceil(queue.length / 2)
  for (const part of [queue.slice(0, middle), queue.slice(middle)]) {
    try {
      await inTransaction(
        deps.db,
        async (tx) => {
          const locked = await takeNamed(
            tx,
            part.map(({ sessionId }) => sessionId),
          )
          if (locked.length > 0) await rateBatch(deps, tx, locked)
        },
        { isRepeatable: true },
      )
    } catch (failure) {
      if (isTransient(failure)) throw failure
      await rateParts(deps, part, failure)
    }
  }
}
