// API log: who sent which API request, when, from where, with which parameters and with which result.
// Retained for a limited time and dropped by whole days. Not here: health, metrics and live connections,
// which users do not request themselves.
export type { CalledRow } from './called-row.ts'
export { openApiLog } from './open-api-log.ts'
export { shownParameters } from './shown-parameters.ts'
