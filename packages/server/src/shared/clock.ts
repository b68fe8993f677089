/** Time as an argument, so that tests can hold it still. */
export interface Clock {
  /** The wall clock. */
  now(): Date
  /** Milliseconds that never jump, for time limits (a step of the wall clock must not fire them). */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}
