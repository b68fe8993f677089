// Charging profiles: limits of power or current over time. Stored ones with a description are reused by their id;
// beside them stands which profiles each station has accepted. Not here: what a station makes of them.
export { chargingProfileEffects } from './effects.ts'
export { chargingProfileJobs } from './jobs.ts'
export { chargingProfilesHttp } from './http.ts'
