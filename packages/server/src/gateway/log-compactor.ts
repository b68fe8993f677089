import type { TokenBucket } from 'limiter'
import { BoundedMap } from '../shared/bounded-map.ts'
import type { Facts, RepeatedEntryFact, LogFact } from '../shared/facts.ts'
import { forLog } from './log-entry.ts'
import type { GatewayOptions } from './options.ts'
import type { LogVolumes } from './log-volumes.ts'
import { fullBucket, isFull } from './rate-limits.ts'

const minuteMs = 60_000
/** Milliseconds between two writes of an entry that grows. */
const growMs = 9_000
/** Milliseconds for which an entry may grow before a new one starts. */
const longestEntryMs = 3_600_000
/** Maximum number of series per station and group, such as the states of connectors; further ones share one. */
const maxSeries = 64
/**
 * Maximum number of stations whose series and volumes are remembered; the one that connected longest ago is
 * evicted.
 */
const maxStations = 50_000
/** Maximum number of characters of the payload of a shortened or collected entry. */
const shortText = 512
/** Bytes of an entry besides its payloads. */
const entryBytes = 200

export type LogOptions = Pick<
  GatewayOptions,
  'logBurstBytes' | 'logBytesPerMinute' | 'logShortBurst' | 'logShortPerMinute'
>

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
    return { ...waiting.entry, at, entryId, series: this.name, repeats: waiting.repeats }
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

/** Form in which an entry is stored: complete, with truncated payloads, or only counted. */
export type EntryForm = 'whole' | 'short' | 'omitted'

/** Compaction state of one station's log, across all of its connections. */
export class StationLog {
  private readonly compactor: LogCompactor
  readonly stationId: string
  private readonly series = new Map<string, Series>()
  private readonly counts = new Map<string, number>()
  private readonly bytes: TokenBucket
  private readonly short: TokenBucket
  private readonly left = { shortened: 0, leftOut: 0, bytes: 0 }
  /** Day (UTC) for which an entry has reported that the account used up its volume. */
  private fullDay = ''

  constructor(compactor: LogCompactor, stationId: string) {
    this.compactor = compactor
    this.stationId = stationId
    const { logBurstBytes, logBytesPerMinute, logShortBurst, logShortPerMinute } = compactor.options
    this.bytes = fullBucket(logBytesPerMinute, logBurstBytes)
    this.short = fullBucket(logShortPerMinute, logShortBurst)
  }

  /** Counts an entry of a kind; returns its series if there are too many per minute, else null. */
  seriesOf(kind: string, perMinute: number): Series | null {
    const series = this.find(kind, perMinute)
    return series.isOver(this.compactor.nowMs()) ? series : null
  }

  combine(series: Series, entry: LogFact): void {
    series.add(shortened(entry))
    this.compactor.remember(this)
    this.compactor.write(series)
  }

  /** Counts an entry against the station's share of the log and returns the form in which it may be stored. */
  classify(entry: LogFact): EntryForm {
    const payloadBytes = bytesOf(entry.request) + bytesOf(entry.response)
    const size = entryBytes + payloadBytes
    const isOver = this.isAccountFull(entry)
    if (!isOver && this.bytes.tryRemoveTokens(size)) return this.counted(entry, 'whole', payloadBytes)
    const isShort = this.short.tryRemoveTokens(1)
    if (isOver && isShort) return this.counted(entry, 'short', payloadBytes)
    const series = this.find('LogLimit', 0)
    series.isOver(this.compactor.nowMs())
    if (!series.isGrowing) Object.assign(this.left, { shortened: 0, leftOut: 0, bytes: 0 })
    if (isShort) this.left.shortened++
    else this.left.leftOut++
    this.left.bytes += size
    this.combine(series, { ...entry, ...limitEntry, request: JSON.stringify(this.left) })
    return isShort ? this.counted(entry, 'short', payloadBytes) : 'omitted'
  }

  private counted(entry: LogFact, level: 'whole' | 'short', payloadBytes: number): EntryForm {
    const bytes = level === 'whole' ? payloadBytes : Math.min(payloadBytes, 2 * shortText)
    this.compactor.volumes.add(entry.accountId, bytes)
    return level
  }

  /** Returns true if the account has used up its volume of the day; one entry a day reports this. */
  private isAccountFull(entry: LogFact): boolean {
    const { volumes } = this.compactor
    const limit = volumes.reached(entry.accountId)
    if (limit === null) return false
    const day = volumes.today()
    if (this.fullDay !== day) {
      this.fullDay = day
      const series = this.find('AccountLogLimit', 0)
      series.isOver(this.compactor.nowMs())
      const request = JSON.stringify({ limitMib: limit / 2 ** 20 })
      this.combine(series, { ...entry, ...limitEntry, errorCode: 'AccountLogLimit', request })
    }
    return true
  }

  private find(kind: string, perMinute: number): Series {
    const known = this.series.get(kind)
    if (known) return known
    const [group = ''] = kind.split('/', 1)
    const count = this.counts.get(group) ?? 0
    // Further series share one that is named after their group.
    if (count >= maxSeries && kind !== group) return this.find(group, perMinute)
    this.counts.set(group, count + 1)
    const series = new Series(`${this.stationId}/${kind}`, perMinute, this.compactor.nowMs())
    this.series.set(kind, series)
    return series
  }

  /** Writes pending entries. Returns true if there is no state to retain. */
  flush(nowMs: number, isLast: boolean): boolean {
    for (const [kind, series] of this.series) {
      this.compactor.write(series, isLast)
      if (series.isQuiet(nowMs)) this.removeSeries(kind)
    }
    return this.series.size === 0 && isFull(this.bytes) && isFull(this.short)
  }

  private removeSeries(kind: string): void {
    this.series.delete(kind)
    const [group = ''] = kind.split('/', 1)
    this.counts.set(group, (this.counts.get(group) ?? 1) - 1)
  }

  written(kind: string, entryId: number): void {
    this.series.get(kind)?.written(entryId)
  }
}

const limitEntry = {
  isOutgoing: false,
  action: 'LogLimit',
  messageId: null,
  response: null,
  errorCode: 'LogLimit',
  durationMs: null,
  commandId: null,
}

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text))
const truncate = (text: string | null): string | null =>
  text !== null && text.length > shortText ? `${forLog(text.slice(0, shortText))}…` : text

/** Returns the entry with truncated payloads. */
const shortened = (entry: LogFact): LogFact => ({
  ...entry,
  request: truncate(entry.request),
  response: truncate(entry.response),
})

/** Adds an entry in the given form. */
export function addEntry(facts: Facts, entry: LogFact, level: EntryForm): void {
  if (level !== 'omitted') facts.add('log', level === 'short' ? shortened(entry) : entry)
}

/**
 * Limits the size of the OCPP log (G51). Of repeated messages, the first entries of a minute are written
 * individually; the next one starts an entry that grows, so that the log stays in chronological order. A
 * station that fills the log faster than its share gets shortened entries, then an entry that counts the
 * omitted ones. Facts are not affected.
 */
export class LogCompactor {
  readonly options: LogOptions
  readonly nowMs: () => number
  readonly volumes: Pick<LogVolumes, 'reached' | 'add' | 'today'>
  private readonly store: (row: RepeatedEntryFact) => Promise<unknown>
  private readonly stations: BoundedMap<string, StationLog>

  constructor(
    options: LogOptions,
    nowMs: () => number,
    volumes: Pick<LogVolumes, 'reached' | 'add' | 'today'>,
    store: (row: RepeatedEntryFact) => Promise<unknown>,
    limit = maxStations,
  ) {
    // pending entries of an evicted station are written, so that no count is lost
    this.stations = new BoundedMap(limit, (log) => void log.flush(nowMs(), true))
    this.options = options
    this.volumes = volumes
    this.nowMs = nowMs
    this.store = store
  }

  /** Returns the log of a station; it is retained after a disconnect. */
  of(stationId: string): StationLog {
    const log = this.stations.get(stationId) ?? new StationLog(this, stationId)
    this.stations.set(stationId, log)
    return log
  }

  /** Ensures that pending entries of this log are written in time, even after it was evicted. */
  remember(log: StationLog): void {
    if (!this.stations.has(log.stationId)) this.stations.set(log.stationId, log)
  }

  write(series: Series, isLast = false): void {
    const row = series.take(this.nowMs(), isLast)
    if (!row) return
    this.store(row).then(
      () => series.finishWrite(null),
      () => series.finishWrite(row),
    )
  }

  /** Stores the ids of new entries by the name of their series. */
  written(entries: ReadonlyMap<string, number>): void {
    for (const [name, id] of entries) {
      const slash = name.indexOf('/')
      this.stations.get(name.slice(0, slash))?.written(name.slice(slash + 1), id)
    }
  }

  /** Writes entries that have waited long enough, or all of them, and removes idle stations. */
  flush(isConnected: (stationId: string) => boolean, isLast = false): void {
    const now = this.nowMs()
    for (const [stationId, log] of this.stations)
      if (log.flush(now, isLast) && !isConnected(stationId)) this.stations.delete(stationId)
  }

  get size(): number {
    return this.stations.size
  }
}
