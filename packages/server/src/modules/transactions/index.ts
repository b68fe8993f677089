// Transactions: charging sessions from their start to their stop, as stations told them. One real start is one
// transaction however often it is told; the first stop counts. Not here: what a session costs.
export type { EnergyInput, TransactionEnergy } from './energy.ts'
export { transactionJobs } from './jobs.ts'
export { transactions16 } from './ocpp16.ts'
export type { ReservationUse, StartDeps } from './start-transaction.ts'
export { transactionsHttp } from './http.ts'
export { findSession, transactionSource, visibleTransactions } from './list-store.ts'
export { transactionSubject } from './transaction-subject.ts'
export type { TransactionWebDeps } from './resolve-transaction.ts'
