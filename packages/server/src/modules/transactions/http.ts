import type { BodyOf, centralTransactions } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { isRefusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { type Query, runCount } from '../../storage/list/list-query.ts'
import type { PricedRow } from '../charges/index.ts'
import { shownUnmatched } from '../unmatched/index.ts'
import { stationByName } from '../stations/index.ts'
import type { Methods } from '../workflow/index.ts'
import { sourceFor, sumTransactions, transactionDetailSource, transactionSource } from './list-store.ts'
import { transactionNotFound, type TransactionWebDeps } from './resolve-transaction.ts'
import { resolveUnmatched } from './resolve-unmatched.ts'

const transactionsOf = (viewer: Viewer) => ({
  classCode: 'transaction',
  source: sourceFor(transactionSource, viewer),
})
const detailsOf = (viewer: Viewer) => ({
  classCode: 'transaction',
  source: sourceFor(transactionDetailSource, viewer),
})

interface TransactionHttpDeps extends TransactionWebDeps {
  methods: Methods
  /** Fills the costs so far of running sessions into rows of the list. */
  withRunningCosts: <Row extends PricedRow>(viewer: Viewer, rows: readonly Row[]) => Promise<Row[]>
}

async function listWithCosts(
  { methods, withRunningCosts }: TransactionHttpDeps,
  viewer: Viewer,
  query: Query,
) {
  const rows = await methods.list(viewer, transactionsOf(viewer), query)
  return isRefusal(rows) ? rows : withRunningCosts(viewer, rows)
}

async function getWithCost(
  { methods, withRunningCosts }: TransactionHttpDeps,
  viewer: Viewer,
  by: { id: string } | { transactionid: number },
) {
  const row = await methods.get(viewer, detailsOf(viewer), by)
  if (row === null || isRefusal(row)) return row
  return (await withRunningCosts(viewer, [row]))[0]!
}

/** Endpoints of charging sessions, and of the resolution of unmatched messages. */
export const transactionsHttp = (deps: TransactionHttpDeps) =>
  ({
    transactionList: (viewer, query) => listWithCosts(deps, viewer, query),
    transactionCount: (viewer, query) =>
      runCount({ db: deps.db, ...transactionsOf(viewer), scope: viewer }, query),
    transactionSum: (viewer, query) => sumTransactions(deps.db, viewer, query),
    transactionGet: async (viewer, { id, transactionid }) => {
      if ((id === undefined) === (transactionid === undefined))
        return refuse('value.either', { first: 'id', second: 'transactionid', field: 'id' })
      const by = id === undefined ? { transactionid: transactionid! } : { id }
      return (await getWithCost(deps, viewer, by)) ?? transactionNotFound
    },
    transactionResolve: async (viewer, { id, note }) => {
      const params = note === undefined ? {} : { note }
      const result = await deps.methods.run(viewer, {
        classCode: 'transaction',
        id,
        method: 'resolve',
        params,
      })
      return isRefusal(result)
        ? result
        : ((await deps.methods.get(viewer, detailsOf(viewer), { id })) ?? transactionNotFound)
    },
    transactionMethod: (viewer, { id }) => deps.methods.offers(viewer, 'transaction', id),
    unmatchedResolve: async (viewer, body) =>
      (await resolveUnmatched(deps, viewer, body)) ?? shownUnmatched(deps.db, viewer, body.id),
    centralTransactions: async (viewer, body) => {
      const station = await stationByName(deps.db, viewer, body.identity)
      if (isRefusal(station)) return station
      return station ? deps.methods.list(viewer, transactionsOf(viewer), centralQuery(station.id, body)) : []
    },
  }) satisfies Handlers

/** Converts the simple query for one station to a list query. */
function centralQuery(
  stationid: string,
  { dateFrom, dateTo, activeOnly }: BodyOf<typeof centralTransactions>,
) {
  return {
    filter: { stationid, ...(activeOnly && { statecode: 'running' }) },
    search: [
      ...(dateFrom ? [{ field: 'datestart', compare: 'GEQ' as const, value: dateFrom }] : []),
      ...(dateTo ? [{ field: 'datestart', compare: 'LEQ' as const, value: dateTo }] : []),
    ],
    reclimit: 5000,
  }
}
