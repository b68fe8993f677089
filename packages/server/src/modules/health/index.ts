// Health: the overview for an operator of the system, such as queues, memory, disk and the activity of a day.
// Read only. Not here: the endpoints for monitoring (metrics.ts, /livez and /readyz).
export { healthHttp } from './http.ts'
export { LoopWatch } from './loop-watch.ts'
export type { ProcessPulse } from './read-health.ts'
