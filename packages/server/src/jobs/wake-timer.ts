/** Wakes a job after a delay; of several delays, the one that ends first counts. */
export class WakeTimer {
  /** Wakes the job; set by its `wakeOn`. */
  wake: (() => void) | undefined
  private timer: { timeout: NodeJS.Timeout; at: number } | undefined

  constructor({ onClose }: { onClose: (close: () => void) => void }) {
    onClose(() => clearTimeout(this.timer?.timeout))
  }

  wakeIn(ms: number): void {
    const at = Date.now() + ms
    if (this.timer && this.timer.at <= at) return
    clearTimeout(this.timer?.timeout)
    const timeout = setTimeout(() => {
      this.timer = undefined
      this.wake?.()
    }, ms)
    this.timer = { timeout, at }
  }
}
