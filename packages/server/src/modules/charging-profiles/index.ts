// Charging profiles: limits of power or current over time. Stored profiles have a description and are reused
// by id; the profiles that each station has accepted are stored separately. Not here: how a station combines
// them.
export { chargingProfileEffects } from './effects.ts'
export { chargingProfileJobs } from './jobs.ts'
export { chargingProfilesHttp } from './http.ts'
