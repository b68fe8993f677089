// Availability: the states of EVSEs to the minute, from which the availability of a month follows by two definitions,
// and the exclusions that users record. Triggers store the states with the facts that change them. Not here: the
// current state (stations), and what else happened (activity).
import type { ModuleContext } from '../module.ts'
import type { ExclusionDeps } from './exclusions.ts'
import { availabilityHttp } from './http.ts'
import { availabilityJobs } from './jobs.ts'

export const registerAvailability = (ctx: ModuleContext & Pick<ExclusionDeps, 'addressOf'>) => ({
  handlers: availabilityHttp(ctx),
  jobs: availabilityJobs(ctx),
})
