import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../shared/clock.ts'

/**
 * A cached value that is queried at most once per interval, by one query at a time. Callers during a query
 * that takes too long get the last value, or null.
 */
export class CachedValue<T> {
  private readonly query: () => Promise<T>
  private readonly clock: Clock
  private readonly maxAgeMs: number
  private last: { value: T; atMs: number } | null = null
  private pending: Promise<void> | null = null

  constructor(query: () => Promise<T>, clock: Clock, maxAgeMs: number) {
    this.query = query
    this.clock = clock
    this.maxAgeMs = maxAgeMs
  }

  async value(timeoutMs: number): Promise<T | null> {
    const isFresh = this.last && this.clock.monotonicMs() - this.last.atMs < this.maxAgeMs
    if (!isFresh) {
      this.pending ??= this.renew()
      const abort = new AbortController()
      const timeout = pause(timeoutMs, undefined, { signal: abort.signal }).catch(() => {})
      await Promise.race([this.pending, timeout])
      abort.abort()
    }
    return this.last?.value ?? null
  }

  private async renew(): Promise<void> {
    try {
      this.last = { value: await this.query(), atMs: this.clock.monotonicMs() }
    } catch {
      // the age of the value, or null, shows callers that there is no newer one
    } finally {
      this.pending = null
    }
  }
}
