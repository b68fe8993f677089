// Event log: what an administrator needs to operate the installation, such as failures, lockouts, sign-ins,
// server starts, users and stations that come and go; retained for a limited time, dropped by whole months.
// Not here: messages of stations (journal), and changes of users with the values before and after (audit).
import type { Handlers } from '../../shared/handlers.ts'
import { journalAnswers } from '../../storage/list/journal-answers.ts'
import type { ModuleContext } from '../module.ts'
import type { EventLogWriter } from './event-log-writer.ts'
import { eventLogSource } from './store.ts'

export { eventOfChange } from './change-event.ts'
export { logEvent } from './log-event.ts'
export { EventLogWriter } from './event-log-writer.ts'

export function registerEventLog({ db }: ModuleContext, { events }: { events: EventLogWriter }) {
  const settle = () => events.flush()
  const { list, count, get, search } = journalAnswers(db, eventLogSource, { settle })
  const handlers = {
    eventLogList: list,
    eventLogCount: count,
    eventLogGet: get,
    eventLogSearch: search,
  } satisfies Handlers
  return { handlers }
}
