import type { Clock } from './clock.ts'

/** Milliseconds after which an answer may be outdated: the process may have been suspended since its question. */
const freshMs = 2_000
const maxReads = 3

/**
 * Returns true if a condition still holds now. An answer that took long is read again, because a process that was
 * suspended reads it when it continues; after several such answers the condition counts as not met.
 */
export async function isStill(
  clock: Pick<Clock, 'monotonicMs'>,
  read: () => Promise<boolean>,
): Promise<boolean> {
  for (let count = 0; count < maxReads; count += 1) {
    const sinceMs = clock.monotonicMs()
    const holds = await read()
    if (!holds || clock.monotonicMs() - sinceMs < freshMs) return holds
  }
  return false
}
