import { addressBlock } from '../../shared/address-block.ts'
import type { Viewer } from '../../shared/scope.ts'

const minuteMs = 60_000
/** Entries per minute of requests of one kind before they are counted together. */
const maxPerKind = 5
/** Entries per minute of reads of one path by one user, including reads with different parameters. */
const maxReadsPerPath = 300
/** Entries per minute of requests without a signed-in user, for all addresses together. */
const maxAnonymous = 600
/** Kinds of requests in memory, separately for those with and without a signed-in user. */
const maxKinds = 5_000

/** Replaces the path and the address of requests that are counted together. */
const wildcard = '*'

/** Last path segments of requests that change nothing. */
const reads =
  /(?:\/(?:list|count|get|search|sum|series|cells|map|states|health|activity|explain|verify|whoami)|List)$/

/** A row of the API log and the number of requests that it represents. */
export type CountedRow = CalledRow & { calls: number }

/** Requests of one kind within one minute. */
interface Series {
  sinceMs: number
  count: number
  /** Requests beyond the limit, represented by the last of them. */
  rest: CountedRow | null
}

interface Options {
  /** Receives rows to be stored. */
  write: (row: CountedRow) => void
  /** Called at most once a minute when requests without a signed-in user reach their limit. */
  unknownLimitReached: () => void
  /** Returns milliseconds of a monotonic clock. */
  nowMs: () => number
  maxKinds?: number
}

/**
 * Limits the entries of the API log. The first requests of a kind within a minute are written immediately;
 * the others of that minute share one entry with the id of the last of them. Writes and failures of signed-in
 * users are always written, because users look for them by their correlation id.
 */
export class RepeatedCalls {
  private readonly options: Required<Options>
  private readonly ofUsers = new Map<string, Series>()
  private readonly ofUnknown = new Map<string, Series>()
  private unknown = { sinceMs: -Infinity, count: 0 }

  constructor(options: Options) {
    this.options = { maxKinds, ...options }
  }

  add(row: CalledRow): void {
    if (row.viewer === null) this.addUnknown(row)
    else if (row.status < 400 && reads.test(row.path)) this.addRead(row, row.viewer)
    else this.options.write({ ...row, calls: 1 })
  }

  private addRead(row: CalledRow, { userId, session }: NonNullable<CalledRow['viewer']>): void {
    const who = `${userId} ${session} ${row.path}`
    const same = this.seriesOf(this.ofUsers, `${who} ${row.parameters}`)
    if (same.count > maxPerKind) return countBeyondLimit(same, row)
    const all = this.seriesOf(this.ofUsers, who)
    if (all.count > maxReadsPerPath) return countBeyondLimit(all, { ...row, parameters: null })
    this.options.write({ ...row, calls: 1 })
  }

  private addUnknown(row: CalledRow): void {
    const key = `${addressBlock(row.address)} ${row.path} ${row.status}`
    const known = this.ofUnknown.get(key)
    const isKnown = known !== undefined && this.options.nowMs() - known.sinceMs < minuteMs
    // without capacity no series is created for a new address
    if (!(isKnown && known.count >= maxPerKind) && !this.claimEntry()) {
      const rest = this.seriesOf(this.ofUnknown, wildcard)
      return countBeyondLimit(rest, { ...row, path: wildcard, address: wildcard })
    }
    const series = this.seriesOf(this.ofUnknown, key)
    if (series.count > maxPerKind) countBeyondLimit(series, row)
    else this.options.write({ ...row, calls: 1 })
  }

  /** Claims one of this minute's entries for requests without a signed-in user; false if none is left. */
  private claimEntry(): boolean {
    const now = this.options.nowMs()
    if (now - this.unknown.sinceMs >= minuteMs) this.unknown = { sinceMs: now, count: 0 }
    this.unknown.count += 1
    if (this.unknown.count === maxAnonymous + 1) this.options.unknownLimitReached()
    return this.unknown.count <= maxAnonymous
  }

  /** Counts this request and returns its series; a series whose minute is over is written and restarted. */
  private seriesOf(all: Map<string, Series>, key: string): Series {
    const now = this.options.nowMs()
    const known = all.get(key)
    if (known && now - known.sinceMs < minuteMs) {
      known.count += 1
      return known
    }
    if (known) this.remove(all, key, known)
    else if (all.size >= this.options.maxKinds) {
      // the oldest series: maps keep the order of insertion
      const [oldest] = all
      if (oldest) this.remove(all, ...oldest)
    }
    const series = { sinceMs: now, count: 1, rest: null }
    all.set(key, series)
    return series
  }

  private remove(all: Map<string, Series>, key: string, series: Series): void {
    all.delete(key)
    if (series.rest) this.options.write(series.rest)
  }

  /** Writes the counts of minutes that are over; with `isLast` also those of the current minute. */
  writeEnded(isLast = false): void {
    const before = this.options.nowMs() - minuteMs
    for (const all of [this.ofUsers, this.ofUnknown])
      for (const [key, series] of all) {
        if (series.sinceMs > before && !isLast) break
        this.remove(all, key, series)
      }
  }

  /** Number of kinds of requests in memory. */
  get size(): number {
    return this.ofUsers.size + this.ofUnknown.size
  }
}

/** Counts a request in the entry beyond the limit, which gets the id and the time of this request. */
function countBeyondLimit(series: Series, row: CalledRow): void {
  series.rest = { ...row, calls: (series.rest?.calls ?? 0) + 1 }
}

/** An answered API request. */
export interface CalledRow {
  /** Correlation id of the request. */
  id: string
  at: Date
  viewer: Pick<Viewer, 'accountId' | 'userId' | 'username' | 'session'> | null
  path: string
  parameters: string | null
  runMs: number
  status: number
  address: string
}
