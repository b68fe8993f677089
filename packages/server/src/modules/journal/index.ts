// Journal: the messages between stations and the server, call by call. Written by the gateway with the facts
// of each call, retained for a limited time, dropped by whole days. Not here: actions of users.
import type { ModuleContext } from '../module.ts'
import { journalHttp } from './http.ts'
import { LogDays } from './log-days-store.ts'

export { framesOf } from './list-store.ts'

export const registerJournal = ({ db, clock }: ModuleContext) => ({
  handlers: journalHttp({ db, clock, days: new LogDays({ db, clock }) }),
})
