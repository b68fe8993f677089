import { addressBlock } from './address-block.ts'

const minuteMs = 60_000

interface Limits {
  perMinute: number
  /** Maximum number of addresses that are remembered; beyond it the one whose minute began first is removed. */
  most?: number
  /** Returns milliseconds of a monotonic clock. */
  nowMs?: () => number
}

/** Limits how often something is done for one address (of IPv6: for one /64) in a minute. */
export class AddressRate {
  private readonly limits: Required<Limits>
  private readonly minutes = new Map<string, { sinceMs: number; count: number }>()

  constructor(limits: Limits) {
    this.limits = { most: 5_000, nowMs: () => performance.now(), ...limits }
  }

  /** Counts one more for this address; returns false if it exceeds the limit. */
  take(address: string): boolean {
    const block = addressBlock(address)
    const now = this.limits.nowMs()
    const known = this.minutes.get(block)
    if (known && now - known.sinceMs < minuteMs) return ++known.count <= this.limits.perMinute
    this.minutes.delete(block)
    if (this.minutes.size >= this.limits.most) {
      const [oldest] = this.minutes.keys()
      if (oldest !== undefined) this.minutes.delete(oldest)
    }
    this.minutes.set(block, { sinceMs: now, count: 1 })
    return true
  }

  /** Returns the number of addresses that are remembered. */
  get size(): number {
    return this.minutes.size
  }
}
