interface Waiting {
  sinceMs: number
  go(isAdmitted: boolean): void
}

export interface AdmissionRate {
  perSecond: number
  burst: number
  /** Who would have to wait longer is told at once to come back later. */
  mostWaitMs: number
}

/**
 * Lets sockets in at a rate (G17): after an outage all stations come back together, and each costs a few
 * statements. Who cannot be served soon is sent away with a time to come back.
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

  /** Resolves to whether the socket is let in; at once when there is room, false at once when there is none. */
  turn(nowMs: number): Promise<boolean> | boolean {
    this.refill(nowMs)
    if (this.waiting.length === 0 && this.tokens >= 1) {
      this.tokens--
      return true
    }
    if (this.waitMs > this.rate.mostWaitMs) return false
    return new Promise((go) => this.waiting.push({ sinceMs: nowMs, go }))
  }

  /** How long one that comes now would wait. */
  get waitMs(): number {
    return ((this.waiting.length + 1 - this.tokens) / this.rate.perSecond) * 1000
  }

  /** Serves those whose turn has come. */
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
