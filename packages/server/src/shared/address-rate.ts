import { RateLimiter } from 'limiter'
import { addressBlock } from './address-block.ts'
import { BoundedMap } from './bounded-map.ts'

/** Limits how often something is done for one address (of IPv6: for one /64) in a minute. */
export class AddressRate {
  private readonly perMinute: number
  private readonly rates: BoundedMap<string, RateLimiter>

  /** @param most maximum number of remembered addresses; a new one removes those that were seen least recently */
  constructor(perMinute: number, most = 5_000) {
    this.perMinute = perMinute
    this.rates = new BoundedMap(most)
  }

  /** Counts one more for this address; returns false if it exceeds the limit. */
  take(address: string): boolean {
    const block = addressBlock(address)
    const rate =
      this.rates.get(block) ?? new RateLimiter({ tokensPerInterval: this.perMinute, interval: 'minute' })
    this.rates.set(block, rate)
    return rate.tryRemoveTokens(1)
  }

  /** Returns the number of addresses that are remembered. */
  get size(): number {
    return this.rates.size
  }
}
