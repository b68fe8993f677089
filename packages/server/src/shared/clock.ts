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

/**
 * Clock that stops while the process does not run: after a suspend or seconds without CPU not all time limits
 * must have passed (G21). Advanced by the gateway's timer.
 */
export class RunningClock {
  private readonly maxStepMs: number
  private readonly monotonicMs: () => number
  private lastMs: number
  private runningMs = 0

  constructor(tickMs: number, monotonicMs: () => number) {
    this.maxStepMs = 2 * tickMs
    this.monotonicMs = monotonicMs
    this.lastMs = monotonicMs()
  }

  /** Adds the time since the last tick, up to the longest time that the process can have been awake. */
  tick(): void {
    const now = this.monotonicMs()
    this.runningMs += Math.min(Math.max(now - this.lastMs, 0), this.maxStepMs)
    this.lastMs = now
  }

  get ms(): number {
    return this.runningMs
  }
}
