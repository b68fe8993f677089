import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Config } from './shared/config.ts'
import { noticesHttp, noticesJobs, sendNotice } from './modules/notices/index.ts'
import { postsHttp, postsJobs, queuePost, readAllowed } from './modules/posts/index.ts'
import { createScripts } from './modules/scripts/index.ts'
import type { Clock } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import { isRefusal } from './shared/refusal.ts'
import type { Database } from './storage/tables.gen.ts'
import type { Tx } from './storage/transaction.ts'

interface ScriptsDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  log: Log
  config: Config
}

/** Object for which a script runs, and the event. */
interface OfScript {
  accountId: string | null
  classCode: string
  objectId: string
  label?: string | null
  eventId: string | null
}

const aboutOf = ({ accountId, classCode, objectId, label = null }: OfScript) => ({
  accountId,
  about: { classCode, id: objectId, label },
})

const postTimeoutMs = 5_000

/** Composes the sandbox of scripts and the delivery of their effects; a part of `app.ts`. */
export function composeScripts({ config, ...base }: ScriptsDeps) {
  const { bus, clock, log } = base
  const allowed = readAllowed(config.scriptPostAllowed)
  const scripts = createScripts({
    onBroken: (why) => log.error({ err: why }, 'scripts: the sandbox failed and is replaced'),
  })
  return {
    handlers: { ...noticesHttp(base), ...postsHttp(base) },
    jobs: [...noticesJobs(base), ...postsJobs({ ...base, delivery: { allowed, timeoutMs: postTimeoutMs } })],
    /**
     * Functions for the workflow: run a script, and queue its outgoing messages in the workflow's
     * transaction.
     */
    toWorkflow: {
      scripts,
      /** Returns null if it was queued. */
      async notice(tx: Tx, { to, text, ...of }: OfScript & { to: string; text: string }) {
        const sent = await sendNotice({ tx, bus }, { to, text, ...aboutOf(of), now: clock.now() })
        return isRefusal(sent) ? sent : null
      },
      async post(tx: Tx, { url, body, ...of }: OfScript & { url: string; body: string }) {
        const { eventId } = of
        const post = { url, body, eventId, ...aboutOf(of), now: clock.now() }
        const queued = await queuePost({ tx, bus, allowed }, post)
        return isRefusal(queued) ? queued : null
      },
    },
    close: () => scripts.close(),
  }
}
