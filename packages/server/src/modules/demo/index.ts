// Demo: sample stations, cards and history to look around with, all marked, and removed again in one action. The
// stations come alive by the simulator, through the same door as real ones. Nothing here runs without `--demo`,
// but the removal.
export { fleetPath } from './fleet-file.ts'
export { demoHttp } from './http.ts'
export { seedDemo } from './seed-demo.ts'
