// Ledger: accounts of clients and of the operator, double-entry journals, balances and holds. Not here: prices
// (tariffs), invoices, and payment providers.
import type { ModuleContext } from '../module.ts'
import { ledgerHttp } from './http.ts'
import { ledgerJobs } from './verify.ts'

export {
  balanceOf,
  balanceOfUser,
  type LedgerAccountKey,
  type LedgerBalance,
  type NewLedgerAccount,
  openLedgerAccount,
} from './accounts-store.ts'
export { captureHold, growHold, placeHold, releaseHold, spend, type Spending } from './holds.ts'
export type {
  JournalKind,
  JournalLine,
  LedgerAccountKind,
  LedgerAccountName,
  NewJournal,
  PostedJournal,
} from './journal.ts'
export { postJournals, type PostOptions, reverseJournal } from './post-journals.ts'
export {
  bankTransfer,
  bankTransferAssigned,
  centDifference,
  creditNote,
  disputeLost,
  disputeOpened,
  disputeWon,
  fee,
  invoiceIssued,
  type LedgerEvent,
  maxCentDifference,
  type MoneyAccount,
  ownerPaid,
  ownersShare,
  paymentCaptured,
  payout,
  refund,
  sessionRated,
  type TaxAmount,
  topUp,
  writeOff,
} from './postings.ts'

export const registerLedger = (ctx: ModuleContext) => ({ handlers: ledgerHttp(ctx), jobs: ledgerJobs(ctx) })
