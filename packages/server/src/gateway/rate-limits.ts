/** Counts what may happen only so often in a minute. */
export class MinuteCounter {
  private readonly limit: number
  private count = 0
  private sinceMs = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Counts one more; true when that is one too many. */
  add(nowMs: number): boolean {
    if (nowMs - this.sinceMs > 60_000) {
      this.count = 0
      this.sinceMs = nowMs
    }
    return ++this.count > this.limit
  }
}

/** Tokens that come back with time. */
export class TokenBucket {
  private readonly perSecond: number
  private readonly burst: number
  private tokens: number
  private lastMs: number

  constructor(perSecond: number, burst: number, nowMs: number) {
    this.perSecond = perSecond
    this.burst = burst
    this.tokens = burst
    this.lastMs = nowMs
  }

  /** Takes one, or so many; false when there are not enough. */
  take(nowMs: number, count = 1): boolean {
    this.refill(nowMs)
    if (this.tokens < count) return false
    this.tokens -= count
    return true
  }

  /** Returns whether nothing is missing. */
  isFull(nowMs: number): boolean {
    this.refill(nowMs)
    return this.tokens >= this.burst
  }

  private refill(nowMs: number): void {
    this.tokens = Math.min(this.burst, this.tokens + ((nowMs - this.lastMs) / 1000) * this.perSecond)
    this.lastMs = nowMs
  }
}
