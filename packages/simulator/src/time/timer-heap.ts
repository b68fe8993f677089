/** A function to run at a moment of monotonic time. */
interface Entry {
  dueMs: number
  /** Index of the entry in the heap, -1 once it has run or was cancelled. */
  at: number
  /** Entries of one moment run in the order in which they were created. */
  order: number
  run: () => void
}

const before = (a: Entry, b: Entry): boolean =>
  a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order)

/**
 * Timers ordered by due time. A thousand stations have several thousand of them, most cancelled before they
 * run (CALL timeouts), so removing one must be cheap and only the next one may arm a timer of the process.
 */
export class TimerHeap {
  private readonly entries: Entry[] = []
  private made = 0

  get size(): number {
    return this.entries.length
  }

  get nextDueMs(): number | undefined {
    return this.entries[0]?.dueMs
  }

  add(dueMs: number, run: () => void): Entry {
    const entry: Entry = { dueMs, run, at: this.entries.length, order: this.made++ }
    this.entries.push(entry)
    this.rise(entry)
    return entry
  }

  remove(entry: Entry): void {
    if (entry.at < 0) return
    const last = this.entries.pop()!
    if (last !== entry) {
      this.put(last, entry.at)
      this.rise(last)
      this.sink(last)
    }
    entry.at = -1
  }

  /** Removes and returns the earliest entry that is due. */
  takeDue(nowMs: number): Entry | undefined {
    const first = this.entries[0]
    if (!first || first.dueMs > nowMs) return undefined
    this.remove(first)
    return first
  }

  private put(entry: Entry, at: number): void {
    this.entries[at] = entry
    entry.at = at
  }

  private rise(entry: Entry): void {
    while (entry.at > 0) {
      const parent = this.entries[(entry.at - 1) >> 1]!
      if (!before(entry, parent)) return
      const at = parent.at
      this.put(parent, entry.at)
      this.put(entry, at)
    }
  }

  private sink(entry: Entry): void {
    for (;;) {
      const left = this.entries[entry.at * 2 + 1]
      const right = this.entries[entry.at * 2 + 2]
      const child = right && left && before(right, left) ? right : left
      if (!child || !before(child, entry)) return
      const at = child.at
      this.put(child, entry.at)
      this.put(entry, at)
    }
  }
}
