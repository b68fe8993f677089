// Incidents: what needs attention at stations and cards, one row per cause. Jobs evaluate the rules from what other
// subjects have stored, so that messages of stations cost nothing more. Not here: single events (activity), and texts
// for single users (notices).
import type { ModuleContext } from '../module.ts'
import { incidentJobs } from './evaluate.ts'
import { incidentsHttp } from './http.ts'
import { incidentRulesHttp } from './rules-http.ts'

export const registerIncidents = (ctx: ModuleContext) => ({
  handlers: { ...incidentsHttp(ctx), ...incidentRulesHttp(ctx) },
  jobs: incidentJobs(ctx),
})
