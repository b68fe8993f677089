import type { HeartbeatFact, RepeatedEntryFact } from '../shared/facts.ts'

const minuteMs = 60_000
/** Milliseconds between two writes of an entry that grows. */
const growMs = 9_000
/** Milliseconds for which an entry may grow before a new one starts. */
const longestEntryMs = 3_600_000

type PendingEntry = Omit<RepeatedEntryFact, 'series' | 'repeats' | 'entryId'>

/** Series of similar entries of one station that are too frequent to be written individually. */
export class Series {
  readonly name: string
  private readonly perMinute: number
  private sinceMs: number
  private count = 0
  private row: { at: string; entryId: number | null; sinceMs: number } | null = null
  private waiting: { entry: PendingEntry; repeats: number } | null = null
  private isWriting = false
  private writtenMs = -Infinity

  constructor(name: string, perMinute: number, nowMs: number) {
    this.name = name
    this.perMinute = perMinute
    this.sinceMs = nowMs
  }

  /**
   * Counts an entry; returns true if it exceeds the limit of this minute or belongs to a series that
   * continues.
   */
  isOver(nowMs: number): boolean {
    if (nowMs - this.sinceMs >= minuteMs) {
      const isContinuing = this.count > this.perMinute && nowMs - this.sinceMs < 2 * minuteMs
      this.count = isContinuing ? this.perMinute : 0
      this.sinceMs = nowMs
      if (!isContinuing) this.row = null
    }
    return ++this.count > this.perMinute
  }

  /** True if this series has a growing entry. */
  get isGrowing(): boolean {
    return this.row !== null || this.waiting !== null
  }

  add(entry: PendingEntry): void {
    const repeats = (this.waiting?.repeats ?? 0) + 1
    this.waiting = { entry, repeats }
  }

  /**
   * Returns the pending entry: the first one immediately, further ones every ten seconds; null if nothing is
   * due.
   */
  take(nowMs: number, isLast = false): RepeatedEntryFact | null {
    const { waiting } = this
    if (!waiting || (this.isWriting && !isLast)) return null
    if (this.row && nowMs - this.row.sinceMs >= longestEntryMs) this.row = null
    if (this.row && !isLast && nowMs - this.writtenMs < growMs) return null
    this.row ??= { at: waiting.entry.at, entryId: null, sinceMs: nowMs }
    this.waiting = null
    this.isWriting = true
    this.writtenMs = nowMs
    const { at, entryId } = this.row
    return { entryId, series: this.name, repeats: waiting.repeats, ...waiting.entry, at }
  }

  /** Stores the id under which the entry was written. */
  written(entryId: number): void {
    if (this.row) this.row.entryId = entryId
  }

  /** Completes a write; entries of a failed one are written with the next ones. */
  finishWrite(failed: RepeatedEntryFact | null): void {
    this.isWriting = false
    if (!failed) return
    const { series: _, repeats, entryId: __, ...entry } = failed
    this.waiting = { entry: this.waiting?.entry ?? entry, repeats: repeats + (this.waiting?.repeats ?? 0) }
  }

  isQuiet(nowMs: number): boolean {
    return !this.waiting && !this.isWriting && nowMs - this.sinceMs >= 2 * minuteMs
  }
}

export interface Heartbeat {
  at: Date
  messageId: string
  request: string
  response: string
}

/**
 * Heartbeats of one station, which are answered without a write and then written as one entry with a count.
 * Another message ends the series, so that the log stays in order.
 */
export class HeartbeatSeries {
  private pending: (Omit<HeartbeatFact, 'stationId' | 'accountId' | 'entryId'> & { isNew: boolean }) | null =
    null
  private entry: { id: number; at: string } | null = null
  private isBroken = false
  private awaited: string | null = null

  add(heartbeat: Heartbeat): void {
    if (this.pending) {
      this.pending.repeats++
      this.pending.response = heartbeat.response
      return
    }
    const at = heartbeat.at.toISOString()
    this.pending = { repeats: 1, isNew: this.isBroken || !this.isFresh(heartbeat.at), ...heartbeat, at }
    this.isBroken = false
  }

  /** True while the entry to which the pending heartbeats belong is being written: its id is not known yet. */
  get isAwaited(): boolean {
    return this.pending?.isNew === false && this.awaited !== null
  }

  /** Ends the series because of another message; the next heartbeat starts a new entry. */
  break(): void {
    this.isBroken = true
    if (!this.pending) this.entry = null
  }

  /** Returns the pending entry; null if there is nothing to write. */
  take(): Omit<HeartbeatFact, 'stationId' | 'accountId'> | null {
    const { pending, entry } = this
    if (!pending) return null
    this.pending = null
    const { isNew, ...add } = pending
    const grown = isNew ? null : entry
    if (!grown) {
      this.entry = null
      this.awaited = this.isBroken ? null : add.at
    }
    return { ...add, at: grown?.at ?? add.at, entryId: grown?.id ?? null }
  }

  /** Stores the id of the entry that was written last. */
  written(id: number): void {
    if (this.awaited !== null && !this.isBroken) this.entry = { id, at: this.awaited }
    this.awaited = null
  }

  /** Completes a write; if it failed, the next heartbeats start a new entry. */
  finishWrite(): void {
    this.awaited = null
  }

  private isFresh(now: Date): boolean {
    const since = this.entry?.at ?? this.awaited
    return since !== null && now.getTime() - Date.parse(since) < longestEntryMs
  }
}
