import { FairQueue } from '../shared/fair-queue.ts'
import { refuse } from '../shared/refusal.ts'

const tooMany = refuse('request.too_many_queries', { retryAfterSeconds: 5 })

/** Returns the queue for list queries: no user takes more than half of its slots, and no account all of them. */
export const queryQueue = (slots: number): FairQueue =>
  new FairQueue({
    slots,
    perUser: Math.max(1, Math.min(4, Math.floor(slots / 2))),
    perAccount: Math.max(1, slots - 1),
    maxWaitingPerUser: 100,
    maxWaiting: 1_000,
    patienceMs: 10_000,
    refusals: { ofUser: tooMany, ofAll: tooMany },
  })
