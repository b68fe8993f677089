/** Counts events per minute against a limit. */
export class MinuteCounter {
  private readonly limit: number
  private count = 0
  private sinceMs = 0

  constructor(limit: number) {
    this.limit = limit
  }

  /** Counts one more event; returns true if it exceeds the limit. */
  add(nowMs: number): boolean {
    if (nowMs - this.sinceMs > 60_000) {
      this.count = 0
      this.sinceMs = nowMs
    }
    return ++this.count > this.limit
  }
}

/** Tokens that are refilled over time. */
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

  /** Takes the given number of tokens; returns false if there are not enough. */
  take(nowMs: number, count = 1): boolean {
    this.refill(nowMs)
    if (this.tokens < count) return false
    this.tokens -= count
    return true
  }

  /** Returns true if the bucket is full. */
  isFull(nowMs: number): boolean {
    this.refill(nowMs)
    return this.tokens >= this.burst
  }

  private refill(nowMs: number): void {
    this.tokens = Math.min(this.burst, this.tokens + ((nowMs - this.lastMs) / 1000) * this.perSecond)
    this.lastMs = nowMs
  }
}
