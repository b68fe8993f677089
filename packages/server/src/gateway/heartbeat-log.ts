import type { HeartbeatFact } from '../shared/facts.ts'

/** Consecutive heartbeats extend one log entry, but not without limit. */
const longestEntryMs = 3_600_000

type Pending = Omit<HeartbeatFact, 'stationId' | 'accountId' | 'entryId'> & { isNew: boolean }

/**
 * Log of one station's heartbeats, which are answered without a write and then written as one entry with a
 * count. Another message ends the series, so that the log stays in order.
 */
export class HeartbeatLog {
  private pending: Pending | null = null
  private entry: { id: number; at: string } | null = null
  private isBroken = false
  private awaited: string | null = null

  add(heartbeat: { at: Date; messageId: string; request: string; response: string }): void {
    if (this.pending) {
      this.pending.repeats++
      this.pending.response = heartbeat.response
      return
    }
    const at = heartbeat.at.toISOString()
    this.pending = { ...heartbeat, at, repeats: 1, isNew: this.isBroken || !this.isFresh(heartbeat.at) }
    this.isBroken = false
  }

  get hasNews(): boolean {
    return this.pending !== null
  }

  /** Ends the series because of another message; the next heartbeat starts a new entry. */
  break(): void {
    this.isBroken = true
    if (!this.pending) this.entry = null
  }

  /** Returns the pending entry; null if there is nothing to write. */
  take(stationId: string, accountId: string): HeartbeatFact | null {
    const { pending, entry } = this
    if (!pending) return null
    this.pending = null
    const { isNew, ...add } = pending
    const grown = isNew ? null : entry
    if (!grown) {
      this.entry = null
      this.awaited = this.isBroken ? null : add.at
    }
    return { ...add, stationId, accountId, at: grown?.at ?? add.at, entryId: grown?.id ?? null }
  }

  /** Stores the id of the entry that was written last. */
  written(id: number): void {
    if (this.awaited !== null && !this.isBroken) this.entry = { id, at: this.awaited }
    this.awaited = null
  }

  private isFresh(now: Date): boolean {
    return this.entry !== null && now.getTime() - Date.parse(this.entry.at) < longestEntryMs
  }
}
