import type { TokenBucket } from 'limiter'
import { fullBucket } from './rate-limits.ts'

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
  private readonly tokens: TokenBucket
  private waiting: ((isAdmitted: boolean) => void)[] = []

  constructor(rate: AdmissionRate) {
    this.rate = rate
    this.tokens = fullBucket(rate.perSecond * 60, rate.burst)
  }

  /**
   * Resolves to true when the socket is admitted; returns true immediately if a token is free, false if the
   * wait would be too long.
   */
  turn(): Promise<boolean> | boolean {
    if (this.waiting.length === 0 && this.tokens.tryRemoveTokens(1)) return true
    if (this.waitMs > this.rate.maxWaitMs) return false
    return new Promise((settle) => this.waiting.push(settle))
  }

  /** Milliseconds that a socket arriving now would wait. */
  get waitMs(): number {
    this.tokens.drip()
    return ((this.waiting.length + 1 - this.tokens.content) / this.rate.perSecond) * 1000
  }

  /** Admits waiting sockets as far as tokens allow. */
  tick(): void {
    while (this.waiting.length > 0 && this.tokens.tryRemoveTokens(1)) this.waiting.shift()!(true)
  }

  close(): void {
    for (const settle of this.waiting) settle(false)
    this.waiting = []
  }
}
