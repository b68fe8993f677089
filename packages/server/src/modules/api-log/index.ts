// API log: who called what of the interface, when, from where, with which parameters and how it ended. Kept for a time,
// dropped by whole days. Not here: health, metrics and live lines, which nobody asks by hand.
export type { CalledRow } from './called-row.ts'
export { openApiLog } from './open-api-log.ts'
export { shownParameters } from './shown-parameters.ts'
