import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config.ts'
import { type NewNotice, noticesHttp, noticesJobs, sendNotice } from './modules/notices/index.ts'
import { type NewPost, postsJobs, queuePost, readAllowed } from './modules/posts/index.ts'
import { createScripts } from './modules/scripts/index.ts'
import type { Clock } from './shared/clock.ts'
import type { Log } from './shared/log.ts'
import type { Database } from './storage/tables.gen.ts'
import type { Tx } from './storage/transaction.ts'

interface Needs {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  log: Log
  config: Config
}

const postTimeoutMs = 5_000

/** The sandbox of scripts and what comes of them, wired together; a part of `app.ts`. */
export function scriptRooms({ config, ...base }: Needs) {
  const { bus } = base
  const allowed = readAllowed(config.scriptPostAllowed)
  const scripts = createScripts()
  return {
    handlers: noticesHttp(base),
    jobs: [...noticesJobs(base), ...postsJobs({ ...base, delivery: { allowed, timeoutMs: postTimeoutMs } })],
    /** What the workflow needs: to run a script, and to write in its transaction what leaves the house. */
    toWorkflow: {
      scripts,
      sendNotice: (tx: Tx, notice: NewNotice) => sendNotice({ tx, bus }, notice),
      queuePost: (tx: Tx, post: NewPost) => queuePost({ tx, bus, allowed }, post),
      /** Why a post to this address would be refused; for a dry run. */
      postRefusal: (url: string) => allowed.refusal(url),
    },
    close: () => scripts.close(),
  }
}
