const freeTries = 5
const longestMinutes = 600

/**
 * How long the name is locked when this many tries failed in a row: 1, 5, 25 ... minutes from the fifth on, at
 * most ten hours.
 */
export function lockMs(tries: number): number {
  if (tries < freeTries) return 0
  return Math.min(5 ** (tries - freeTries), longestMinutes) * 60_000
}

/** The lock after each count of wrong tries, as far as it grows. */
export const lockSteps: readonly number[] = Array.from({ length: 9 }, (_, n) => lockMs(n + 1))
