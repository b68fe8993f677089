// Health: what an operator of the system looks at first, such as queues, memory, disk and the activity of a day. It
// reads what others know and changes nothing. Not here: what monitoring fetches (metrics.ts, /livez and /readyz).
export { healthHttp } from './http.ts'
export { LoopWatch } from './loop-watch.ts'
export type { ProcessPulse } from './read-health.ts'
