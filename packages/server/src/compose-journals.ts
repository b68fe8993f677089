import type { Kysely } from 'kysely'
import type { Bus } from './bus/bus.ts'
import type { Config } from './shared/config.ts'
import { openApiLog } from './modules/api-log/index.ts'
import { openAudit } from './modules/audit/index.ts'
import { type EventLogWriter, eventLogHttp, eventOfChange } from './modules/event-log/index.ts'
import type { Clock } from './shared/clock.ts'
import type { Handlers } from './shared/handlers.ts'
import type { Log } from './shared/log.ts'
import type { SecretBox } from './shared/secret-box.ts'
import type { Database } from './storage/tables.gen.ts'

interface JournalsDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  log: Log
  config: Config
  events: EventLogWriter
  secrets: SecretBox
}

/** Composes the logs for administrators: API requests, events, changes; a part of `app.ts`. */
export function composeJournals({ config, events, secrets, ...base }: JournalsDeps) {
  const audit = openAudit({
    ...base,
    dataDir: config.dataDir,
    anchors: config.auditAnchors,
    sign: (text) => secrets.sign(text),
    sealed: (entries) => {
      for (const entry of entries) {
        const event = eventOfChange(entry)
        if (event) events.logEvent(event)
      }
    },
  })
  const calls = openApiLog(base)
  return {
    handlers: {
      ...audit.handlers,
      ...calls.handlers,
      ...eventLogHttp({ db: base.db, events }),
    } satisfies Handlers,
    jobs: audit.jobs,
    called: calls.called,
    /** Writes and seals pending entries, for callers that read them immediately. */
    settle: async () => {
      await calls.flush()
      // sealed entries become events
      await audit.seal()
      await events.flush()
    },
    close: async () => {
      await audit.close()
      await calls.close()
    },
  }
}
