interface Waiting {
  sinceMs: number
  go(isAdmitted: boolean): void
}

export interface AdmissionRate {
  perSecond: number
  burst: number
  /** Longest wait in milliseconds; a socket that would wait longer is rejected immediately. */
  maxWaitMs: number
}

/**
 * Admits sockets at a limited rate (G17): after an outage all stations reconnect at the same time, and each
 * costs a few statements. Sockets that cannot be admitted soon are rejected with a Retry-After.
 */
export class AdmissionQueue {
  private readonly rate: AdmissionRate
  private tokens: number
  private lastMs: number
  private waiting: Waiting[] = []

  constructor(rate: AdmissionRate, nowMs: number) {
    this.rate = rate
    this.tokens = rate.burst
    this.lastMs = nowMs
  }

  /**
   * Resolves to true when the socket is admitted; returns true immediately if a token is free, false if the
   * wait would be too long.
   */
  turn(nowMs: number): Promise<boolean> | boolean {
    this.refill(nowMs)
    if (this.waiting.length === 0 && this.tokens >= 1) {
      this.tokens--
      return true
    }
    if (this.waitMs > this.rate.maxWaitMs) return false
    return new Promise((go) => this.waiting.push({ sinceMs: nowMs, go }))
  }

  /** Milliseconds that a socket arriving now would wait. */
  get waitMs(): number {
    return ((this.waiting.length + 1 - this.tokens) / this.rate.perSecond) * 1000
  }

  /** Admits waiting sockets as far as tokens allow. */
  tick(nowMs: number): void {
    this.refill(nowMs)
    while (this.waiting.length > 0 && this.tokens >= 1) {
      this.tokens--
      this.waiting.shift()!.go(true)
    }
  }

  close(): void {
    for (const { go } of this.waiting) go(false)
    this.waiting = []
  }

  private refill(nowMs: number): void {
    const grown = ((nowMs - this.lastMs) / 1000) * this.rate.perSecond
    this.tokens = Math.min(this.rate.burst, this.tokens + Math.max(0, grown))
    this.lastMs = nowMs
  }
}
