/**
 * Time that stands still while the process does: a machine that was asleep, or starved for seconds, must not find
 * all time limits over (G21). Advanced by the gateway's one timer.
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

  /** Counts what has passed since the last tick, as far as it can have been spent awake. */
  tick(): void {
    const now = this.monotonicMs()
    this.runningMs += Math.min(Math.max(now - this.lastMs, 0), this.maxStepMs)
    this.lastMs = now
  }

  get ms(): number {
    return this.runningMs
  }
}
