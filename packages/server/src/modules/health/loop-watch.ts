import { monitorEventLoopDelay } from 'node:perf_hooks'

const resolutionMs = 20
const spanMs = 10_000
/** Number of measured intervals: a minute. */
const spans = 6
const nanosecondsPerMs = 1e6

/** Measures the delay of this process's event loop. */
export class LoopWatch {
  private readonly histogram = monitorEventLoopDelay({ resolution: resolutionMs })
  private readonly past: { typicalMs: number; worstMs: number }[] = []
  private readonly timer: NodeJS.Timeout

  constructor() {
    this.histogram.enable()
    this.timer = setInterval(() => {
      this.past.push(this.present())
      if (this.past.length >= spans) this.past.shift()
      this.histogram.reset()
    }, spanMs)
    this.timer.unref()
  }

  /** Returns the median of the current ten seconds, and the maximum of the last minute. */
  read(): { typicalMs: number; worstMs: number } {
    const present = this.present()
    const typicalMs = this.histogram.count > 0 ? present.typicalMs : (this.past.at(-1)?.typicalMs ?? 0)
    return { typicalMs, worstMs: Math.max(present.worstMs, ...this.past.map(({ worstMs }) => worstMs)) }
  }

  private present(): { typicalMs: number; worstMs: number } {
    if (this.histogram.count === 0) return { typicalMs: 0, worstMs: 0 }
    return {
      typicalMs: this.lateness(this.histogram.percentile(50)),
      worstMs: this.lateness(this.histogram.max),
    }
  }

  /** The measured value includes the timer's own interval. */
  private lateness(nanoseconds: number): number {
    return Math.max(0, Math.round((nanoseconds / nanosecondsPerMs - resolutionMs) * 10) / 10)
  }

  close(): void {
    clearInterval(this.timer)
    this.histogram.disable()
  }
}
