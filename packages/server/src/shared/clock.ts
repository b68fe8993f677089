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

let lastMs = 0
let lastText = ''
/** The time as ISO 8601 text with milliseconds and Z (OCPP 1.6, E2 3.15), formatted at most once a millisecond. */
export const isoNow = (clock: Clock): string => {
  const now = clock.now()
  const ms = now.getTime()
  if (ms !== lastMs) {
    lastMs = ms
    lastText = now.toISOString()
  }
  return lastText
}
