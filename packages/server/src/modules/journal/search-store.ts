import type { AnswerOf, BodyOf, ocppLogSearch } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { type ListSource, runList } from '../../storage/list/list-query.ts'
import { run } from '../../storage/list/list-source.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import type { Db } from '../../storage/transaction.ts'
import { ofViewer } from './client-list-store.ts'
import { logSource } from './list-store.ts'
import { type IdRange, idsWithin, type LogDay, type LogDays, periodOf } from './log-days-store.ts'
import { SearchWindows } from './search-windows.ts'
import { boundsOf } from './search-bounds.ts'

type Query = BodyOf<typeof ocppLogSearch>
type Found = AnswerOf<typeof ocppLogSearch>
type Row = Found['rows'][number]

export interface LogSearchDeps {
  db: Db
  clock: Clock
  days: LogDays
}

/** One search: where it reads, and the extent of the log. */
interface Search {
  db: Db
  scope: Scope
  query: Query
  days: LogDay[]
}

const usualLimit = 100

/**
 * Searches a part of the log in windows of ids until there are enough entries or the time of one request has been spent.
 * The ids are those of all accounts, so that the work is bounded whatever the conditions and however few entries the
 * viewer sees.
 */
export async function searchLog(
  { db, clock, days }: LogSearchDeps,
  scope: Scope,
  query: Query,
): Promise<Found | Refusal> {
  const { after, oldestfirst = false, reclimit = usualLimit } = query
  if (after !== undefined && !/^\d{1,15}$/.test(after))
    return refuse('value.type', { type: 'integer', field: 'after' })
  const search: Search = { db, scope, query, days: await days.read() }
  let left = await rangeOf(search)
  const rows: Row[] = []
  for (const windows = new SearchWindows(); ; ) {
    const startedMs = clock.monotonicMs()
    const window = windows.of(left, oldestfirst)
    const space = reclimit - rows.length
    const found = await readWindow(search, window, space)
    if (isRefusal(found)) {
      // many more entries than in the window before: the next request begins with a short one
      if (found.code === 'list.too_slow' && !windows.isFirst) break
      return found
    }
    rows.push(...found.slice(0, space))
    if (found.length > space) {
      const { id, datetime } = rows.at(-1)!
      return { rows, until: { id, datetime } }
    }
    left = oldestfirst ? { ...left, low: window.high + 1 } : { ...left, high: window.low - 1 }
    if (left.low > left.high) return { rows, until: null }
    if (!windows.next(clock.monotonicMs() - startedMs)) break
  }
  const until = await placeBefore(search, left)
  return isRefusal(until) ? until : { rows, until }
}

/** Returns the ids of the log that a query leaves to search. */
async function rangeOf({ db, query, days }: Search): Promise<IdRange> {
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

/** Returns the matching entries of a window, up to one more than `limit`. */
function readWindow(
  { db, scope, query, days }: Search,
  window: IdRange,
  limit: number,
): Promise<Row[] | Refusal> {
  const { filter, search, oldestfirst } = query
  const period = periodOf(days, window)
  const inPeriod = period ? sql` and l.at >= ${period.from} and l.at < ${period.to}` : sql``
  const source: ListSource<Row> = {
    ...logSource,
    visible: (viewer) =>
      sql`${ofViewer(viewer)} and l.id between ${window.low}::bigint and ${window.high}::bigint${inPeriod}`,
  }
  const orderby = [oldestfirst ? 'id' : 'id DESC']
  return runList({ db, source, scope }, { filter, search, orderby, reclimit: limit + 1 })
}

/**
 * Returns the position at which a search stopped, with the time of the entry there. The viewer may not see that entry:
 * its time is rounded to the minute, because it reveals when a station of another client sent a message.
 */
async function placeBefore({ db, query, days }: Search, left: IdRange): Promise<Found['until'] | Refusal> {
  const id = query.oldestfirst ? left.low - 1 : left.high + 1
  const period = periodOf(days, { low: id, high: id })
  const inPeriod = period ? sql` and at >= ${period.from} and at < ${period.to}` : sql``
  const at = query.oldestfirst
    ? sql`select date_trunc('minute', at) as at from ocpp_log where id <= ${id}::bigint${inPeriod} order by id desc limit 1`
    : sql`select date_trunc('minute', at) + interval '1 minute' as at from ocpp_log
        where id >= ${id}::bigint${inPeriod} order by id limit 1`
  const rows = await outsideTenant(() => run<{ at: Date }>(db, at))
  if (isRefusal(rows)) return rows
  return { id: String(id), datetime: (rows[0]?.at ?? new Date()).toISOString() }
}
