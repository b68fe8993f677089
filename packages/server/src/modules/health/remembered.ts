import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../shared/clock.ts'

/**
 * A cached value that is queried at most once per interval, by one query at a time. Callers during a query
 * that takes too long get the last value, or null.
 */
export class Remembered<T> {
  private readonly ask: () => Promise<T>
  private readonly clock: Clock
  private readonly keepMs: number
  private last: { value: T; atMs: number } | null = null
  private asking: Promise<void> | null = null

  constructor(ask: () => Promise<T>, clock: Clock, keepMs: number) {
    this.ask = ask
    this.clock = clock
    this.keepMs = keepMs
  }

  async value(patienceMs: number): Promise<T | null> {
    const isFresh = this.last && this.clock.monotonicMs() - this.last.atMs < this.keepMs
    if (!isFresh) {
      this.asking ??= this.renew()
      const patience = new AbortController()
      const tired = pause(patienceMs, undefined, { signal: patience.signal }).catch(() => {})
      await Promise.race([this.asking, tired])
      patience.abort()
    }
    return this.last?.value ?? null
  }

  private async renew(): Promise<void> {
    try {
      this.last = { value: await this.ask(), atMs: this.clock.monotonicMs() }
    } catch {
      // the age of the value, or null, shows callers that there is no newer one
    } finally {
      this.asking = null
    }
  }
}
