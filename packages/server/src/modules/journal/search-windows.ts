import type { IdRange } from './log-days-store.ts'

const firstWidth = 10_000
const maxWidth = 1_000_000
const maxGrowth = 8
const maxWindows = 8
/** Time that the windows of one request take. */
const budgetMs = 30

/**
 * Windows of ids that one request searches: the first one is short, further ones are as wide as the time that is left
 * allows, judged by the one before.
 */
export class SearchWindows {
  private width = firstWidth
  private count = 1
  private spentMs = 0

  get isFirst(): boolean {
    return this.count === 1
  }

  /** Returns the next window of a range. */
  of({ low, high }: IdRange, oldestfirst: boolean): IdRange {
    return oldestfirst
      ? { low, high: Math.min(high, low + this.width - 1) }
      : { low: Math.max(low, high - this.width + 1), high }
  }

  /** Chooses the next width by the time that the last window took; returns false if the request ends. */
  next(tookMs: number): boolean {
    this.spentMs += tookMs
    this.count += 1
    const growth = Math.min(maxGrowth, (budgetMs - this.spentMs) / Math.max(tookMs, 0.1))
    this.width = Math.min(maxWidth, Math.floor(this.width * growth))
    // each window costs a query, even a short one
    return this.count <= maxWindows && this.width >= firstWidth / 2
  }
}
