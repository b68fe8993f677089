// Charging profiles: limits of power or current over time. Stored profiles have a description and are reused
// by id; the profiles that each station has accepted are stored separately. Not here: how a station combines
// them.
import type { ModuleContext } from '../module.ts'
import { chargingProfileEffects } from './effects.ts'
import { chargingProfilesHttp } from './http.ts'
import { chargingProfileJobs } from './jobs.ts'

export const registerChargingProfiles = (ctx: ModuleContext) => ({
  handlers: chargingProfilesHttp(ctx),
  jobs: chargingProfileJobs(ctx),
  commandEffects: chargingProfileEffects(ctx),
})
