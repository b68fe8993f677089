// Transactions: charging sessions from start to stop, as stations report them. One real start is one
// transaction however often it is reported; the first stop counts. Not here: the price of a session.
import type { Scope } from '../../shared/scope.ts'
import type { Methods, Outbox } from '../workflow/index.ts'
import type { ModuleContext } from '../module.ts'
import { transactionsHttp } from './http.ts'
import { transactionJobs } from './jobs.ts'
import { findSession } from './list-store.ts'
import { transactions16 } from './ocpp16.ts'
import type { StartDeps } from './start-transaction.ts'
import { transactionSubject } from './transaction-subject.ts'

export { transactionSource, transactionTables, visibleTransactions } from './list-store.ts'

interface TransactionsDeps extends Pick<StartDeps, 'access' | 'reservationUsed'> {
  methods: Methods
  outbox: Outbox
}

export function registerTransactions(ctx: ModuleContext, deps: TransactionsDeps) {
  const { access, reservationUsed, outbox } = deps
  return {
    handlers: transactionsHttp({ ...ctx, ...deps }),
    stationHandlers: transactions16({ access, reservationUsed }),
    jobs: transactionJobs({ ...ctx, outbox, pool: ctx.pools.web }),
    subjects: [transactionSubject],
    find: (scope: Scope, number: number) => findSession(ctx.db, scope, number),
  }
}
