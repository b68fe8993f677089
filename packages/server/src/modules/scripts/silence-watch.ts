import type { ScriptLimits } from './limits.ts'

/** Multiple of the hard limit after which the thread is ended regardless of processor time. */
const maxWaits = 10

/**
 * Decides from outside when a thread has taken too long. Only time in which this process had a processor
 * counts: on a busy machine a thread that is merely starved is not ended.
 */
export class SilenceWatch {
  private readonly limits: Pick<ScriptLimits, 'silentMs' | 'hardMs'>
  private readonly begunMs: number
  private lastBeats: number
  private lastMs: number
  private lastCpuMs: number
  private silentMs = 0
  private spentMs = 0

  /**
   * @param beats counter that the thread increments while it works
   * @param nowMs time of a monotonic clock
   * @param cpuMs processor time of this process so far, of all its threads
   */
  constructor(
    limits: Pick<ScriptLimits, 'silentMs' | 'hardMs'>,
    { beats, nowMs, cpuMs }: { beats: number; nowMs: number; cpuMs: number },
  ) {
    this.limits = limits
    this.begunMs = nowMs
    this.lastBeats = beats
    this.lastMs = nowMs
    this.lastCpuMs = cpuMs
  }

  /** Returns true if the thread was silent for `silentMs` or has run for `hardMs`. */
  isLate(beats: number, nowMs: number, cpuMs: number): boolean {
    const ms = Math.min(nowMs - this.lastMs, cpuMs - this.lastCpuMs)
    this.silentMs = beats === this.lastBeats ? this.silentMs + ms : 0
    this.spentMs += ms
    this.lastBeats = beats
    this.lastMs = nowMs
    this.lastCpuMs = cpuMs
    const { silentMs, hardMs } = this.limits
    return this.silentMs >= silentMs || this.spentMs >= hardMs || nowMs - this.begunMs >= maxWaits * hardMs
  }
}

/** Returns the processor time of this process in ms, of all its threads. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
