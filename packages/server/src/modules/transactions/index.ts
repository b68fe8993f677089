// Transactions: charging sessions from start to stop, as stations report them. One real start is one
// transaction however often it is reported; the first stop counts. Not here: the price of a session (charges).
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { PricedRow } from '../charges/index.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { transactionsHttp } from './http.ts'
import { transactionJobs } from './jobs.ts'
import { findSession, visibleNumbers } from './list-store.ts'
import { transactions16 } from './ocpp16.ts'
import type { StartDeps } from './start-transaction.ts'
import { transactionSubject } from './transaction-subject.ts'

export { transactionSource, transactionTables, visibleTransactions } from './list-store.ts'

interface TransactionsDeps extends Pick<StartDeps, 'deciders' | 'reservationUsed'> {
  methods: Methods
  outbox: Outbox
  /** Fills the costs so far into a list of sessions. */
  withRunningCosts: <Row extends PricedRow>(viewer: Viewer, rows: readonly Row[]) => Promise<Row[]>
}

export function registerTransactions(ctx: ModuleContext, deps: TransactionsDeps) {
  const { deciders, reservationUsed, outbox } = deps
  return {
    handlers: transactionsHttp({ ...ctx, ...deps }),
    stationHandlers: transactions16({ deciders, reservationUsed }),
    jobs: transactionJobs({ ...ctx, outbox, pool: ctx.pools.web }),
    subjects: [transactionSubject],
    find: (scope: Scope, number: number) => findSession(ctx.db, scope, number),
    visibleSessions: (scope: Scope, numbers: readonly number[]) => visibleNumbers(ctx.db, scope, numbers),
  }
}
