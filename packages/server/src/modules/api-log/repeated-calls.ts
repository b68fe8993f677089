import { addressBlock } from '../../shared/address-block.ts'
import type { CalledRow } from './called-row.ts'

const minuteMs = 60_000
/** Calls of one kind that have entries of their own in a minute. */
const mostAlike = 5
/** Reads of one path by one user that have entries of their own in a minute, also where their parameters differ. */
const mostReads = 300
/** Entries of calls without a signed-in user in a minute, of all addresses together. */
const mostUnknown = 600
/** Kinds of calls that are remembered, those with and those without a signed-in user each. */
const mostKinds = 5_000

/** Stands for the path and the address of calls that are counted together. */
export const manyOf = '*'

/** Last segments of the paths of calls that change nothing. */
const reads =
  /(?:\/(?:list|count|get|search|sum|series|cells|map|states|health|activity|explain|verify|whoami)|List)$/

/** A row of the API log and the number of calls that it stands for. */
export type CountedRow = CalledRow & { calls: number }

/** Calls of one kind within one minute. */
interface Series {
  sinceMs: number
  count: number
  /** Calls beyond the limit, as the last of them. */
  rest: CountedRow | null
}

interface Options {
  /** Takes rows that are to be stored. */
  write: (row: CountedRow) => void
  /** Called once a minute at most when calls without a signed-in user reach their limit. */
  unknownLimitReached: () => void
  /** Returns milliseconds of a clock that does not jump. */
  nowMs: () => number
  mostKinds?: number
}

/**
 * Limits the entries of the API log. The first calls of a kind within a minute are written at once; the others of that
 * minute share one entry, which has the id of the last of them. Writes and failures of signed-in users are always
 * written, because users look for them by their correlation id.
 */
export class RepeatedCalls {
  private readonly options: Required<Options>
  private readonly ofUsers = new Map<string, Series>()
  private readonly ofUnknown = new Map<string, Series>()
  private unknown = { sinceMs: -Infinity, count: 0 }

  constructor(options: Options) {
    this.options = { mostKinds, ...options }
  }

  add(row: CalledRow): void {
    if (row.viewer === null) this.addUnknown(row)
    else if (row.status < 400 && reads.test(row.path)) this.addRead(row, row.viewer)
    else this.options.write({ ...row, calls: 1 })
  }

  private addRead(row: CalledRow, { userId, session }: NonNullable<CalledRow['viewer']>): void {
    const who = `${userId} ${session} ${row.path}`
    const same = this.seriesOf(this.ofUsers, `${who} ${row.parameters}`)
    if (same.count > mostAlike) return keep(same, row)
    const all = this.seriesOf(this.ofUsers, who)
    if (all.count > mostReads) return keep(all, { ...row, parameters: null })
    this.options.write({ ...row, calls: 1 })
  }

  private addUnknown(row: CalledRow): void {
    const key = `${addressBlock(row.address)} ${row.path} ${row.status}`
    const known = this.ofUnknown.get(key)
    const isKnown = known !== undefined && this.options.nowMs() - known.sinceMs < minuteMs
    // without a place in the limit nothing is remembered of a new address
    if (!(isKnown && known.count >= mostAlike) && !this.hasPlace()) {
      const rest = this.seriesOf(this.ofUnknown, manyOf)
      return keep(rest, { ...row, path: manyOf, address: manyOf })
    }
    const series = this.seriesOf(this.ofUnknown, key)
    if (series.count > mostAlike) keep(series, row)
    else this.options.write({ ...row, calls: 1 })
  }

  /** Takes a place among the entries of this minute without a signed-in user. */
  private hasPlace(): boolean {
    const now = this.options.nowMs()
    if (now - this.unknown.sinceMs >= minuteMs) this.unknown = { sinceMs: now, count: 0 }
    this.unknown.count += 1
    if (this.unknown.count === mostUnknown + 1) this.options.unknownLimitReached()
    return this.unknown.count <= mostUnknown
  }

  /** Returns the series of a key with this call counted; a minute that is over is written and begins again. */
  private seriesOf(all: Map<string, Series>, key: string): Series {
    const now = this.options.nowMs()
    const known = all.get(key)
    if (known && now - known.sinceMs < minuteMs) {
      known.count += 1
      return known
    }
    if (known) this.remove(all, key, known)
    else if (all.size >= this.options.mostKinds) {
      // the one that began first: maps keep the order of insertion
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

  /** Writes the counts of minutes that are over; with `isLast` also those of this minute. */
  writeEnded(isLast = false): void {
    const before = this.options.nowMs() - minuteMs
    for (const all of [this.ofUsers, this.ofUnknown])
      for (const [key, series] of all) {
        if (series.sinceMs > before && !isLast) break
        this.remove(all, key, series)
      }
  }

  /** Returns the number of kinds of calls that are remembered. */
  get size(): number {
    return this.ofUsers.size + this.ofUnknown.size
  }
}

/** Counts a call in the entry of those beyond the limit; the entry has the id and the time of the last one. */
function keep(series: Series, row: CalledRow): void {
  series.rest = { ...row, calls: (series.rest?.calls ?? 0) + 1 }
}
