import { BoundedMap } from './bounded-map.ts'

/** Limits a log line to one occurrence per interval, so that repetitions do not fill the log. */
export class LogThrottle {
  private readonly everyMs: number
  private readonly nowMs: () => number
  private readonly loggedAtMs: BoundedMap<string, number>

  /** @param nowMs a time that does not jump */
  constructor(everyMs: number, nowMs: () => number = () => performance.now(), maxKeys = 1_000) {
    this.loggedAtMs = new BoundedMap(maxKeys)
    this.everyMs = everyMs
    this.nowMs = nowMs
  }

  /** Returns true if these words may be logged now, and records that. */
  shouldLog(words: string): boolean {
    const now = this.nowMs()
    if (now - (this.loggedAtMs.get(words) ?? -Infinity) < this.everyMs) return false
    this.loggedAtMs.set(words, now)
    return true
  }
}
