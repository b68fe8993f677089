import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { defaultLimit, type Query, runList } from '../../storage/list/list-query.ts'
import { type LogRow, logSource } from './list-store.ts'
import { listBudget } from './search-windows.ts'
import { type LogSearchDeps, readWindows } from './window-store.ts'

/**
 * Returns a page of the log. That of all stations is read in the windows of a search, each a short query; if its budget ends
 * before the page is full, the list is refused, because a page with fewer entries is the last one.
 */
export async function listLog(deps: LogSearchDeps, scope: Scope, query: Query): Promise<LogRow[] | Refusal> {
  if (!isNewestOfAllStations(query)) return runList({ db: deps.db, source: logSource, scope }, query)
  const { reclimit: limit = defaultLimit, ...conditions } = query
  const found = await readWindows(deps, scope, {
    query: { ...conditions, oldestfirst: false, limit },
    budget: listBudget,
  })
  if (isRefusal(found)) return found
  return found.left ? refuse('list.few_found') : found.rows
}

/** Returns true if a query asks for the newest entries of all stations: others are read by the index of a station, or sorted. */
export const isNewestOfAllStations = ({ filter, search, orderby, recoffset }: Query): boolean =>
  !orderby &&
  !recoffset &&
  !['stationid', 'identity'].some(
    (name) => Object.hasOwn(filter ?? {}, name) || search?.some(({ field }) => field === name),
  )
