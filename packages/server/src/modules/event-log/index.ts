// Event log: what the server itself finds worth telling an administrator, such as failures, locks and refusals; kept for
// a time, dropped by whole months. Not here: what stations say (journal), what people change (audit).
export { EventDesk } from './event-desk.ts'
export { eventLogHttp } from './http.ts'
export { type LoggedEvent, logEvent, type Tell } from './log-event.ts'
