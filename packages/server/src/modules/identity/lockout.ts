const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** Rule by which failed attempts of one kind are counted and lock. */
export interface LockRule {
  /** Locks in ms after the first, second, ... attempt; the last one applies to all further attempts. */
  locksMs: readonly number[]
  /** Time in ms after the first attempt at which the count restarts. */
  windowMs: number
}

/**
 * Allows `free` attempts; each further one locks five times longer than the one before, up to
 * `longestMinutes`.
 */
const growing = (free: number, longestMinutes: number): LockRule => ({
  locksMs: Array.from({ length: free + 4 }, (_, n) =>
    n + 1 < free ? 0 : Math.min(5 ** (n + 1 - free), longestMinutes) * minuteMs,
  ),
  windowMs: 24 * hourMs,
})

/** For a user's password or code from one address, or within one session. */
export const ownLocks = growing(5, 600)
/** For the same from an unknown address while the password is guessed from many addresses. */
export const strictLocks = growing(1, 600)
/**
 * For a user's codes from all unknown addresses together: only a caller who knows the password can cause this
 * lock.
 */
export const sharedCodeLocks = growing(5, 60)
/** For all names from one unknown address: sixty attempts an hour. */
export const addressLocks: LockRule = {
  locksMs: [...Array<number>(59).fill(0), hourMs],
  windowMs: hourMs,
}
/** For a user's password from all unknown addresses together: counted, never locked. */
export const neverLocks: LockRule = { locksMs: [0], windowMs: hourMs }

const attemptsWithoutDelay = 10
const longestDelayMs = 3_000
/** Attempts an hour from unknown addresses above which `strictLocks` apply to each of them. */
const strictFrom = 50

/** Returns the delay in ms before a password from an unknown address is checked, at most 3 s. */
export const delayMs = (totalAttempts: number): number =>
  Math.min(Math.max(0, totalAttempts - attemptsWithoutDelay) * 250, longestDelayMs)

export const locksAfter = (totalAttempts: number): LockRule =>
  totalAttempts > strictFrom ? strictLocks : ownLocks
