// Transactions: charging sessions from start to stop, as stations report them. One real start is one
// transaction however often it is reported; the first stop counts. Not here: the price of a session.
export type { EnergyInput, TransactionEnergy } from './energy.ts'
export { transactionJobs } from './jobs.ts'
export { transactions16 } from './ocpp16.ts'
export type { ReservationUse, StartDeps } from './start-transaction.ts'
export { transactionsHttp } from './http.ts'
export { findSession, transactionSource, visibleTransactions } from './list-store.ts'
export { transactionSubject } from './transaction-subject.ts'
export type { TransactionWebDeps } from './resolve-transaction.ts'
