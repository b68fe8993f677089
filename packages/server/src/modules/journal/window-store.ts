import { sql } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { type ListSource, type Query, runList } from '../../storage/list/list-query.ts'
import type { Db } from '../../storage/transaction.ts'
import { type LogRow, logSource, ofViewer } from './list-store.ts'
import { type IdRange, idsWithin, type LogDay, type LogDays, periodOf } from './log-days-store.ts'
import { boundsOf } from './search-bounds.ts'
import { type SearchBudget, SearchWindows } from './search-windows.ts'

export interface LogSearchDeps {
  db: Db
  clock: Clock
  days: LogDays
}

/** Conditions, position and direction of a search; `limit` is its number of entries. */
export interface LogSearch extends Pick<Query, 'filter' | 'search' | 'after' | 'fields'> {
  oldestfirst: boolean
  limit: number
}

/** Entries that a request found, and what it did not search. */
interface Searched {
  rows: LogRow[]
  /** Ids left to search; null at the end, and if the limit was reached. */
  left: IdRange | null
  /** True if the limit was reached. */
  isFull: boolean
}

/** One search: where it reads, and the extent of the log. */
interface Place extends Pick<LogSearchDeps, 'db'> {
  scope: Scope
  query: LogSearch
  days: LogDay[]
}

/**
 * Searches a part of the log in windows of ids until there are enough entries or the budget of one request has been spent.
 * The ids are those of all accounts, so that the work is bounded whatever the conditions and however few entries the
 * viewer sees.
 */
export async function readWindows(
  { db, clock, days }: LogSearchDeps,
  scope: Scope,
  { query, budget }: { query: LogSearch; budget: SearchBudget },
): Promise<Searched | Refusal> {
  const { after, oldestfirst, limit } = query
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return refuse('value.type', { type: 'integer', field: 'after' })
  const place: Place = { db, scope, query, days: await days.read() }
  let left = await rangeOf(place)
  const rows: LogRow[] = []
  for (const windows = new SearchWindows(budget); ; ) {
    const startedMs = clock.monotonicMs()
    const window = windows.of(left, oldestfirst)
    const found = await readWindow(place, window, limit - rows.length)
    if (isRefusal(found)) {
      // many more entries than in the window before: the next request begins with a short one
      if (found.code === 'list.too_slow' && !windows.isFirst) return { rows, left, isFull: false }
      return found
    }
    rows.push(...found)
    if (rows.length >= limit) return { rows, left: null, isFull: true }
    left = oldestfirst ? { ...left, low: window.high + 1 } : { ...left, high: window.low - 1 }
    if (left.low > left.high) return { rows, left: null, isFull: false }
    if (!windows.next(clock.monotonicMs() - startedMs)) return { rows, left, isFull: false }
  }
}

/** Returns the ids of the log that a query leaves to search. */
async function rangeOf({ db, query, days }: Place): Promise<IdRange> {
  const { after, search, oldestfirst } = query
  const { rows } = await sql<{ newest: string }>`
    select coalesce(pg_sequence_last_value('ocpp_log_id'), 0)::text as newest`.execute(db)
  const bounds = boundsOf(search)
  const within = idsWithin(days, bounds, Number(rows[0]!.newest))
  const { low, high } = {
    low: Math.max(within.low, bounds.low),
    high: Math.min(within.high, bounds.high),
  }
  if (after === undefined) return { low, high }
  return oldestfirst
    ? { low: Math.max(low, Number(after) + 1), high }
    : { low, high: Math.min(high, Number(after) - 1) }
}

/** Returns the matching entries of a window, up to `limit`. */
function readWindow(
  { db, scope, query, days }: Place,
  window: IdRange,
  limit: number,
): Promise<LogRow[] | Refusal> {
  const { filter, search, fields, oldestfirst } = query
  const period = periodOf(days, window)
  const inPeriod = period ? sql` and l.at >= ${period.from} and l.at < ${period.to}` : sql``
  const source: ListSource<LogRow> = {
    ...logSource,
    visible: (viewer) =>
      sql`${ofViewer(viewer)} and l.id between ${window.low}::bigint and ${window.high}::bigint${inPeriod}`,
  }
  const orderby = [oldestfirst ? 'id' : 'id DESC']
  return runList({ db, source, scope }, { filter, search, fields, orderby, reclimit: limit })
}
