import type { AnswerOf, BodyOf, ocppLogSearch } from '@stationmaster/contract'
import { sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { run } from '../../storage/list/list-source.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { periodOf } from './log-days-store.ts'
import { searchBudget } from './search-windows.ts'
import { type LogSearchDeps, readWindows } from './window-store.ts'

type Query = BodyOf<typeof ocppLogSearch>
type Found = AnswerOf<typeof ocppLogSearch>

const usualLimit = 100

/** Searches a part of the log, and returns the position that it reached. */
export async function searchLog(
  deps: LogSearchDeps,
  scope: Scope,
  { oldestfirst = false, reclimit = usualLimit, ...conditions }: Query,
): Promise<Found | Refusal> {
  const query = { ...conditions, oldestfirst, limit: reclimit }
  const found = await readWindows(deps, scope, { query, budget: searchBudget })
  if (isRefusal(found)) return found
  const { rows, left, isFull } = found
  if (isFull) {
    const { id, datetime } = rows.at(-1)!
    return { rows, until: { id, datetime } }
  }
  if (!left) return { rows, until: null }
  const until = await placeBefore(deps, oldestfirst ? left.low - 1 : left.high + 1, oldestfirst)
  return isRefusal(until) ? until : { rows, until }
}

/**
 * Returns the position at which a search stopped, with the time of the entry there. The viewer may not see that entry:
 * its time is rounded to the minute, because it reveals when a station of another client sent a message.
 */
async function placeBefore(
  { db, days }: LogSearchDeps,
  id: number,
  oldestfirst: boolean,
): Promise<Found['until'] | Refusal> {
  const period = periodOf(await days.read(), { low: id, high: id })
  const inPeriod = period ? sql` and at >= ${period.from} and at < ${period.to}` : sql``
  const at = oldestfirst
    ? sql`select date_trunc('minute', at) as at from ocpp_log where id <= ${id}::bigint${inPeriod} order by id desc limit 1`
    : sql`select date_trunc('minute', at) + interval '1 minute' as at from ocpp_log
        where id >= ${id}::bigint${inPeriod} order by id limit 1`
  const rows = await outsideTenant(() => run<{ at: Date }>(db, at))
  if (isRefusal(rows)) return rows
  return { id: String(id), datetime: (rows[0]?.at ?? new Date()).toISOString() }
}
