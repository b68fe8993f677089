// Ledger: accounts of clients and of the operator, double-entry journals, balances and holds. Not here: prices
// (tariffs), invoices, and payment providers.
import type { ModuleContext } from '../module.ts'
import { ledgerHttp } from './http.ts'
import { ledgerJobs } from './verify.ts'

export {
  balanceChanged,
  balanceOf,
  balanceOfUser,
  openLedgerAccount,
} from './accounts-store.ts'
export { type Booking, readAccountNames, readBookings, readCurrencies } from './bookings-store.ts'
export { captureHold, growHold, placeHold, releaseHold, releaseHolds, spend } from './holds.ts'
export type {
  JournalLine,
  LedgerAccountKind,
  LedgerAccountName,
  NewJournal,
} from './journal.ts'
export { orderOfJournal } from './list-store.ts'
export { postJournals, reverseJournal } from './post-journals.ts'
export {
  bankTransfer,
  bankTransferAssigned,
  centDifference,
  chargesInvoicedAgain,
  creditNote,
  disputeLost,
  disputeOpened,
  disputeWon,
  fee,
  invoiceIssued,
  maxCentDifference,
  ownerPaid,
  ownersShare,
  ownersShareTakenBack,
  paymentCaptured,
  payout,
  refund,
  sessionRated,
  topUp,
  writeOff,
} from './postings.ts'

export const registerLedger = (ctx: ModuleContext) => ({ handlers: ledgerHttp(ctx), jobs: ledgerJobs(ctx) })
