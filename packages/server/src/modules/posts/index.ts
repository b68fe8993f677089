// Posts: JSON that scripts send to web addresses allowed by the installation. Written in the transaction of
// the fact and sent by a job, with retries; the result is in the event log and in a list of administrators,
// who can send failed posts again. Not here: scripts themselves (scripts) and when they run (workflow).
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { ModuleContext } from '../module.ts'
import { readAllowed } from './allowed.ts'
import { postsHttp } from './http.ts'
import { postsJobs } from './jobs.ts'
import { queuePost } from './queue-post.ts'

/** A post of a script that runs for an object. */
interface ScriptPost {
  url: string
  body: string
  eventId: string | null
  accountId: string
  classCode: string
  objectId: string
  label: string
}

const timeoutMs = 5_000

export function registerPosts(ctx: ModuleContext) {
  const allowed = readAllowed(ctx.config.scriptPostAllowed)
  return {
    handlers: postsHttp(ctx),
    jobs: postsJobs({ ...ctx, delivery: { allowed, timeoutMs } }),
    /** Queues a post of a script in its transaction; returns null if it was queued. */
    ofScript: async (
      tx: Tx,
      { classCode, objectId, label, ...post }: ScriptPost,
    ): Promise<Refusal | null> => {
      const about = { classCode, id: objectId, label }
      const queued = await queuePost({ tx, bus: ctx.bus, allowed }, { ...post, about, now: ctx.clock.now() })
      return isRefusal(queued) ? queued : null
    },
  }
}
