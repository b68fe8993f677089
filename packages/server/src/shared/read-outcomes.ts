/** Where queries ran, or why not on the read replica: it was behind, away, or the endpoint writes. */
export const readOutcomes = ['replica', 'behind', 'away', 'writes'] as const
export type ReadOutcome = (typeof readOutcomes)[number]
