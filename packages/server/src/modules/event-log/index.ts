// Event log: what an administrator needs to operate the installation, such as failures, locks, sign-ins, starts of the
// server, users and stations that come and go; kept for a time, dropped by whole months. Not here: what stations say
// (journal), and what people change with the values before and after (audit).
export { eventOfChange } from './change-event.ts'
export { EventLogWriter } from './event-log-writer.ts'
export { eventLogHttp } from './http.ts'
export { type LoggedEvent, logEvent, type LogEvent } from './log-event.ts'
