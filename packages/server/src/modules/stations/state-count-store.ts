import {
  type AnswerOf,
  displayStates,
  isDisplayState,
  type stationStatesCount,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Query, runOver } from '../../storage/list/list-query.ts'
import { hiddenRows } from '../../storage/list/list-source.ts'
import type { Db } from '../../storage/transaction.ts'
import { displayState, stationSource } from './station-list-store.ts'

interface StateCount {
  value: string
  count: number
}

/**
 * Counts the stations of all states in the contract's order, including states without stations, so that a legend keeps its
 * width; after them the states that users have set. The stored states are counted first: the state shown, and
 * whether deleted stations are left out, then follow once per group instead of once per station.
 */
export async function countStates(
  db: Db,
  viewer: Viewer,
  query: Query,
): Promise<AnswerOf<typeof stationStatesCount> | Refusal> {
  const from = isOfWholeAccount(viewer, query) ? sql`station_states s` : stationSource.from
  const hidden = hiddenRows(stationSource, query) ?? sql`false`
  const rows = await runOver<StateCount>(
    { db, source: { ...stationSource, from, hidden: undefined }, scope: viewer },
    query,
    ({ tables, where }) => sql`select ${displayState} as value, sum(s.count)::int as count from (
        select state, display_state, display_state is not null as is_connected, count from (
          select s.state, case when s.is_connected then s.display_state end as display_state, count(*) as count
          from ${tables} where ${where} group by 1, 2 offset 0) counted) s
      where not (${hidden}) group by 1`,
  )
  if (isRefusal(rows)) return rows
  const counts = new Map(rows.map(({ value, count }) => [value, count]))
  const set = [...counts.keys()].filter((code) => !isDisplayState(code))
  const codes = [...displayStates, ...set.sort()]
  return codes.map((displaystate) => ({ displaystate, count: counts.get(displaystate) ?? 0 }))
}

/** Returns true if a query counts all stations of an account, and the viewer sees them. */
const isOfWholeAccount = ({ isAdmin, clientId, exceptions }: Viewer, { filter, search }: Query): boolean =>
  !isAdmin &&
  clientId === null &&
  (exceptions?.('charge_point')?.ids.length ?? 0) === 0 &&
  Object.keys(filter ?? {}).length === 0 &&
  (search ?? []).length === 0
