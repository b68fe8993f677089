// API log: who sent which API request, when, from where, with which parameters and with which result.
// Retained for a limited time and dropped by whole days. Not here: health, metrics and live connections,
// which users do not request themselves.
export type { CalledRow } from './called-row.ts'
export { registerApiLog } from './register.ts'
export { shownParameters } from './shown-parameters.ts'
