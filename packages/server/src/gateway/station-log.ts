import { createHash } from 'node:crypto'
import type { StationCall } from '@stationmaster/ocpp'
import type { TokenBucket } from 'limiter'
import type { Facts, HeartbeatFact, LogFact } from '../shared/facts.ts'
import { forLog } from './connection-log.ts'
import { type Heartbeat, HeartbeatSeries, Series } from './log-series.ts'
import type { GatewayOptions } from './options.ts'
import type { GatewayServices } from './services.ts'
import { fullBucket, isFull } from '../shared/token-bucket.ts'

/** Milliseconds between two hints: consoles need none for each entry. */
const hintMs = 1_000
/** Maximum number of series per station and group, such as the states of connectors; further ones share one. */
const maxSeries = 64
/** Maximum number of characters of the payload of a shortened or collected entry. */
const shortText = 512
/** Bytes of an entry besides its payloads. */
const entryBytes = 200

/** Entries per minute that are written one by one, by group of repetitions. */
const perMinute = {
  BootNotification: 2,
  StatusNotification: 120,
  DataTransfer: 12,
  /** Rejected calls, by action and error code. */
  refused: 20,
  /** Calls that were sent again under the same message id, by action. */
  resent: 5,
  /** Frames that are neither a call nor an expected answer, by problem. */
  invalid: 5,
  /** Connections that begin, or end for the same reason. */
  connection: 5,
  LogLimit: 0,
  AccountLogLimit: 0,
}
type Group = keyof typeof perMinute
const isGroup = (action: string): action is Group => Object.hasOwn(perMinute, action)
/** Maximum number of characters of the key of a series; the hash of a longer one is used. */
const longestKey = 40

/** Form in which an entry is stored: complete, with truncated payloads, or only counted. */
type EntryForm = 'whole' | 'short' | 'omitted'

/** Parts that the logs of all stations share. */
export interface StationLogDeps {
  readonly options: Pick<
    GatewayOptions,
    'logBurstBytes' | 'logBytesPerMinute' | 'logShortBurst' | 'logShortPerMinute'
  >
  readonly run: GatewayServices['run']
  readonly volumes: {
    reached(accountId: string): number | null
    add(accountId: string, bytes: number): void
    today(): string
  }
  nowMs(): number
  /** Ensures that pending entries of this log are written in time. */
  remember(log: StationLog): void
  /** Ensures that the heartbeats of this log are written with those of other stations. */
  addHeartbeats(log: StationLog): void
}

/** OCPP log of one station, across all of its connections. */
export class StationLog {
  readonly station: { readonly id: string; readonly accountId: string }
  readonly heartbeats = new HeartbeatSeries()
  private readonly deps: StationLogDeps
  private readonly series = new Map<string, Series>()
  private readonly counts = new Map<string, number>()
  private readonly bytes: TokenBucket
  private readonly short: TokenBucket
  private readonly left = { shortened: 0, leftOut: 0, bytes: 0 }
  /** Day (UTC) for which an entry has reported that the account used up its volume. */
  private fullDay = ''
  private hintedMs = -Infinity

  constructor(deps: StationLogDeps, station: { id: string; accountId: string }) {
    this.deps = deps
    this.station = { id: station.id, accountId: station.accountId }
    const { logBurstBytes, logBytesPerMinute, logShortBurst, logShortPerMinute } = deps.options
    this.bytes = fullBucket(logBytesPerMinute, logBurstBytes)
    this.short = fullBucket(logShortPerMinute, logShortBurst)
  }

  /** Writes an entry, or adds it to its series. It may be lost if the database is unavailable. */
  write(entry: LogFact, series: Series | null = null): void {
    if (series) return this.combine(series, entry)
    const add = this.writer()
    this.deps.run({ decide: (facts) => add(facts, entry) }).catch(() => {})
  }

  /** Returns a function that adds an entry to facts, after the pending heartbeats. It may run more than once. */
  writer(): (facts: Facts, entry: LogFact) => void {
    this.heartbeats.break()
    const heartbeats = this.takeHeartbeats()
    let form: EntryForm | undefined
    let isHinted = false
    return (facts, entry) => {
      if (heartbeats) facts.add('heartbeats', heartbeats)
      if (form === undefined) {
        form = this.classify(entry)
        isHinted = entry.commandId !== null || this.mayHint()
      }
      if (form !== 'omitted') facts.add('log', form === 'short' ? shortened(entry) : entry)
      if (isHinted) this.hint(facts)
    }
  }

  addHeartbeat(heartbeat: Heartbeat): void {
    this.heartbeats.add(heartbeat)
    this.deps.addHeartbeats(this)
  }

  takeHeartbeats(): HeartbeatFact | null {
    const heartbeats = this.heartbeats.take()
    return heartbeats && { stationId: this.station.id, accountId: this.station.accountId, ...heartbeats }
  }

  /** Returns true at most once a second. */
  mayHint(): boolean {
    const now = this.deps.nowMs()
    if (now - this.hintedMs < hintMs) return false
    this.hintedMs = now
    return true
  }

  hint(facts: Facts): void {
    facts.hint(this.station.accountId, { kind: 'log.added', station: this.station.id })
  }

  /** Counts an entry of a group; returns its series if there are too many per minute, else null. */
  seriesOf(group: Group, key?: string): Series | null {
    const series = this.find(group, key)
    return series.isOver(this.deps.nowMs()) ? series : null
  }

  /** Returns the series of a call that stations are known to repeat if it exceeds the limit of this minute. */
  seriesOfCall({ action, repetitionKey }: StationCall, payload: unknown): Series | null {
    if (!isGroup(action)) return null
    const key = repetitionKey?.(payload)
    return this.seriesOf(action, key && key.length > longestKey ? hashOf(key) : key)
  }

  combine(series: Series, entry: LogFact): void {
    series.add(shortened(entry))
    this.deps.remember(this)
    this.flushSeries(series)
  }

  /** Counts an entry against the station's share of the log and returns the form in which it may be stored. */
  private classify(entry: LogFact): EntryForm {
    const payloadBytes = bytesOf(entry.request) + bytesOf(entry.response)
    const size = entryBytes + payloadBytes
    const isOver = this.isAccountFull(entry)
    if (!isOver && this.bytes.tryRemoveTokens(size)) return this.counted('whole', payloadBytes)
    const isShort = this.short.tryRemoveTokens(1)
    if (isOver && isShort) return this.counted('short', payloadBytes)
    const series = this.find('LogLimit')
    series.isOver(this.deps.nowMs())
    if (!series.isGrowing) Object.assign(this.left, { shortened: 0, leftOut: 0, bytes: 0 })
    if (isShort) this.left.shortened++
    else this.left.leftOut++
    this.left.bytes += size
    this.combine(series, { ...entry, ...limitEntry, request: JSON.stringify(this.left) })
    return isShort ? this.counted('short', payloadBytes) : 'omitted'
  }

  private counted(form: 'whole' | 'short', payloadBytes: number): EntryForm {
    const bytes = form === 'whole' ? payloadBytes : Math.min(payloadBytes, 2 * shortText)
    this.deps.volumes.add(this.station.accountId, bytes)
    return form
  }

  /** Returns true if the account has used up its volume of the day; one entry a day reports this. */
  private isAccountFull(entry: LogFact): boolean {
    const { volumes } = this.deps
    const limit = volumes.reached(this.station.accountId)
    if (limit === null) return false
    const day = volumes.today()
    if (this.fullDay !== day) {
      this.fullDay = day
      const series = this.find('AccountLogLimit')
      series.isOver(this.deps.nowMs())
      const request = JSON.stringify({ limitMib: limit / 2 ** 20 })
      this.combine(series, { ...entry, ...limitEntry, errorCode: 'AccountLogLimit', request })
    }
    return true
  }

  private find(group: Group, key?: string): Series {
    const kind = key === undefined ? group : `${group}/${key}`
    const known = this.series.get(kind)
    if (known) return known
    const count = this.counts.get(group) ?? 0
    // Further series share one that is named after their group.
    if (count >= maxSeries && key !== undefined) return this.find(group)
    this.counts.set(group, count + 1)
    const series = new Series(`${this.station.id}/${kind}`, perMinute[group], this.deps.nowMs())
    this.series.set(kind, series)
    return series
  }

  /** Writes pending entries that are due, or all. Returns true if there is no state to retain. */
  flush(isLast: boolean): boolean {
    const now = this.deps.nowMs()
    for (const [kind, series] of this.series) {
      this.flushSeries(series, isLast)
      if (!series.isQuiet(now)) continue
      this.series.delete(kind)
      const [group = ''] = kind.split('/', 1)
      this.counts.set(group, (this.counts.get(group) ?? 1) - 1)
    }
    return this.series.size === 0 && isFull(this.bytes) && isFull(this.short)
  }

  private flushSeries(series: Series, isLast = false): void {
    const row = series.take(this.deps.nowMs(), isLast)
    if (!row) return
    const decide = (facts: Facts) => {
      facts.add('repeatedEntries', row)
      this.hint(facts)
    }
    this.deps.run({ decide }).then(
      () => series.finishWrite(null),
      () => series.finishWrite(row),
    )
  }

  /** Stores the id of a new entry of a series. */
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

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64')
