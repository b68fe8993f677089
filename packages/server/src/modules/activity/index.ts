// Activity: what happened at stations and to their cards and sessions, one row per event, retained for more than a
// year. Written with the facts of a message, or in the transaction of a user's change. Not here: the messages
// themselves (journal), the values before and after a change (audit), the states that count for availability.
import type { ModuleContext } from '../module.ts'
import { activityHttp } from './http.ts'
import { activityJobs } from './jobs.ts'

export { addPastEvents, removeEvents } from './counts-store.ts'
export { eventsOfStation } from './station-store.ts'

export const registerActivity = (ctx: ModuleContext) => ({
  handlers: activityHttp(ctx),
  jobs: activityJobs(ctx),
})
