/** Q37: milliseconds after which an accepted remote start without a transaction is marked. */
export const startTimeoutMs = 120_000
