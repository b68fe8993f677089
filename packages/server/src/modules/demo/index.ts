// Demo: sample stations, cards and history to explore the system with, all marked, and removable in one
// action. The simulator runs the stations, which connect as real ones do. Without `--demo` nothing here runs
// except the removal.
export { fleetPath } from './fleet-file.ts'
export { demoHttp } from './http.ts'
export { seedDemo } from './seed-demo.ts'
