import { BoundedMap } from './bounded-map.ts'

const maxKeys = 1_000

/** Lets the same words through once in a time: what repeats itself must not fill the log. */
export class LogThrottle {
  private readonly everyMs: number
  private readonly nowMs: () => number
  private readonly said = new BoundedMap<string, number>(maxKeys)

  /** @param nowMs a time that does not jump */
  constructor(everyMs: number, nowMs: () => number = () => performance.now()) {
    this.everyMs = everyMs
    this.nowMs = nowMs
  }

  /** Whether these words may be said now; they then count as said. */
  shouldLog(words: string): boolean {
    const now = this.nowMs()
    if (now - (this.said.get(words) ?? -Infinity) < this.everyMs) return false
    this.said.set(words, now)
    return true
  }
}
