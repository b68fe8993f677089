/** Source of time, which tests replace by a fixed one. */
export interface Clock {
  /** Returns wall-clock time. */
  now(): Date
  /** Returns monotonic milliseconds for time limits (a step of the wall clock must not trigger them). */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}
