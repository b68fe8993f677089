import type { Hint } from '@stationmaster/contract'
import { HintGatherer } from '../bus/gather-hints.ts'

/** Milliseconds for which hints are kept for consoles that connect. */
const maxAgeMs = 60_000
/** Maximum number of hints that are kept. */
const maxHints = 5_000

/**
 * Keeps the hints of the last minute, so that a console that connects receives the changes since it fetched its data,
 * instead of fetching all of it again. Times are milliseconds of one monotonic clock.
 */
export class HintHistory {
  private entries: { at: number; account: string; hints: readonly Hint[] }[] = []
  private count = 0
  /** Time after which the history is complete. */
  private from: number

  constructor(now: number) {
    this.from = now
  }

  /** Returns the number of hints that are kept. */
  get size(): number {
    return this.count
  }

  /** Adds hints of accounts, and removes those that are too old or too many. */
  add(now: number, ofAccounts: readonly (readonly [account: string, hints: readonly Hint[]])[]): void {
    for (const [account, hints] of ofAccounts) {
      this.entries.push({ at: now, account, hints })
      this.count += hints.length
    }
    let removed = 0
    for (const entry of this.entries) {
      if (this.count <= maxHints && entry.at >= now - maxAgeMs) break
      this.from = entry.at
      this.count -= entry.hints.length
      removed += 1
    }
    if (removed > 0) this.entries = this.entries.slice(removed)
  }

  /** Forgets all hints: some were missed. */
  clear(now: number): void {
    this.entries = []
    this.count = 0
    this.from = now
  }

  /** Returns the joined hints of each account since a time; null if the history does not reach back that far. */
  since(time: number): Map<string, Hint[]> | null {
    if (time <= this.from) return null
    const gathered = new Map<string, HintGatherer>()
    for (const { at, account, hints } of this.entries) {
      if (at < time) continue
      const gatherer = gathered.get(account) ?? new HintGatherer()
      gathered.set(account, gatherer)
      for (const hint of hints) gatherer.add(hint)
    }
    return new Map([...gathered].map(([account, gatherer]) => [account, gatherer.take()]))
  }
}
