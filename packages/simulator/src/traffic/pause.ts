import type { Clock, Timer } from '../time/clock.ts'

/** Pauses on a station's own clock that can all be aborted together. */
export class Pauses {
  private readonly clock: Clock
  private readonly running = new Map<Timer, () => void>()
  private isOver = false

  constructor(clock: Clock) {
    this.clock = clock
  }

  /** Resolves to true after the time, or to false if the pauses are aborted. */
  pause(ms: number): Promise<boolean> {
    if (this.isOver) return Promise.resolve(false)
    return new Promise((resolve) => {
      const timer = this.clock.after(ms, () => {
        this.running.delete(timer)
        resolve(true)
      })
      this.running.set(timer, () => resolve(false))
    })
  }

  /** Waits until the condition is true, checking every two seconds, up to a maximum; false if aborted. */
  async until(isSo: () => boolean, maxMs: number): Promise<boolean> {
    const endMs = this.clock.now() + maxMs
    while (!isSo() && this.clock.now() < endMs) if (!(await this.pause(2_000))) return false
    return !this.isOver
  }

  abort(): void {
    this.isOver = true
    for (const [timer, end] of this.running) {
      timer.cancel()
      end()
    }
    this.running.clear()
  }
}
