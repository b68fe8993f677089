import type { IdRange } from './log-days-store.ts'

const firstWidth = 10_000
/** Narrower windows would cost more queries than they save. */
const minWidth = firstWidth / 2
const maxGrowth = 4
/** Time that one window takes, as far as the one before allows to predict it. */
const windowMs = 20

/** Work of one request. */
export interface SearchBudget {
  /** Time that the windows take together. */
  ms: number
  windows: number
  /** Ids of one window. */
  width: number
}

export const searchBudget: SearchBudget = { ms: 30, windows: 8, width: 1_000_000 }
/** A list has no position from which the next request continues: it searches until its page is full. */
export const listBudget: SearchBudget = { ms: 1_000, windows: 200, width: 100_000_000 }

/**
 * Windows of ids that one request searches: the first one is short, further ones are as wide as their time and the time
 * that is left allow, judged by the one before.
 */
export class SearchWindows {
  private width = firstWidth
  private count = 1
  private spentMs = 0
  private readonly budget: SearchBudget

  constructor(budget = searchBudget) {
    this.budget = budget
  }

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
    const nextMs = Math.min(windowMs, this.budget.ms - this.spentMs)
    const growth = Math.min(maxGrowth, nextMs / Math.max(tookMs, 0.1))
    const width = Math.min(this.budget.width, Math.floor(this.width * growth))
    // each window costs a query, even a short one
    if (this.count > this.budget.windows || (width < minWidth && nextMs < windowMs)) return false
    this.width = Math.max(width, minWidth)
    return true
  }
}
