// Event log: what an administrator needs to operate the installation, such as failures, lockouts, sign-ins,
// server starts, users and stations that come and go; retained for a limited time, dropped by whole months.
// Not here: messages of stations (journal), and changes of users with the values before and after (audit).
import type { ModuleContext } from '../module.ts'
import type { EventLogWriter } from './event-log-writer.ts'
import { eventLogHttp } from './http.ts'

export { eventOfChange } from './change-event.ts'
export { logEvent } from './log-event.ts'
export { EventLogWriter } from './event-log-writer.ts'

export const registerEventLog = ({ db }: ModuleContext, { events }: { events: EventLogWriter }) => ({
  handlers: eventLogHttp({ db, events }),
})
