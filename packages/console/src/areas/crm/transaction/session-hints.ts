/** Hints after which lists of sessions are fetched again. */
export const sessionHints = [
  'transaction.started',
  'transaction.changed',
  'transaction.stopped',
  'charge.changed',
  'cost.changed',
] as const

/** Hints after which one session is fetched again. */
export const sessionHintsOfOne = [
  'transaction.changed',
  'transaction.stopped',
  'charge.changed',
  'cost.changed',
  'rights.changed',
] as const
