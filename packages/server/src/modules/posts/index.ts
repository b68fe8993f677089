// Posts: JSON that scripts send to web addresses allowed by the installation. Written in the transaction of
// the fact and sent by a job, with retries; the result is in the event log and in a list of administrators,
// who can send failed posts again. Not here: scripts themselves (scripts) and when they run (workflow).
import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyQuarter } from '../../jobs/timetable.ts'
import { AttemptListeners } from '../../storage/attempt.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { readAllowed } from './allowed.ts'
import { postsHttp } from './http.ts'
import { type NewPost, queuePost } from './queue-post.ts'
import { type PostsDeps, sendPosts, type Signers } from './send-posts.ts'
import { removeOldPosts, removeSurplusPosts } from './store.ts'

const timeoutMs = 5_000

export { readAllowed } from './allowed.ts'
export { deliver, type DeliverOptions } from './deliver.ts'
export { keyOfSecret } from './sign-post.ts'
export type Webhooks = ReturnType<typeof registerPosts>['webhooks']

export function registerPosts(ctx: ModuleContext) {
  const allowed = readAllowed(ctx.config.scriptPostAllowed)
  const attempts = new AttemptListeners()
  const signers: Signers = { keyOf: () => Promise.resolve(null) }
  return {
    handlers: postsHttp(ctx),
    jobs: postsJobs({ ...ctx, delivery: { allowed, timeoutMs }, signers, onAttempt: attempts.notify }),
    attempts,
    /** Posts that a user receives, signed with the user's secret. */
    webhooks: {
      refusal: (url: string) => allowed.refusal(url),
      queue: (tx: Tx, post: Omit<NewPost, 'eventId'> & { signerId: string }) =>
        queuePost({ tx, bus: ctx.bus, allowed }, { ...post, eventId: null }),
      signWith: (keyOf: Signers['keyOf']) => void (signers.keyOf = keyOf),
    },
    /** Queues a post of a script in its transaction; returns null if it was queued. */
    ofScript: async (tx: Tx, post: Omit<NewPost, 'now'>): Promise<Refusal | null> => {
      const queued = await queuePost({ tx, bus: ctx.bus, allowed }, { ...post, now: ctx.clock.now() })
      return isRefusal(queued) ? queued : null
    },
  }
}

const retentionMs = 30 * 86_400_000
/** Ended posts, for all accounts together. */
const maxEnded = 100_000

/** Jobs that send posts and delete old ones. */
const postsJobs = (deps: PostsDeps): Job[] => [
  {
    name: 'posts.send',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => deps.bus.on('post.queued', wake),
    work: () => sendPosts(deps),
  },
  {
    name: 'posts.remove-old',
    every: everyQuarter,
    async work() {
      await removeOldPosts(deps.db, new Date(deps.clock.now().getTime() - retentionMs))
      await removeSurplusPosts(deps.db, maxEnded)
    },
  },
]
