// Ledger: accounts of clients and of the operator, double-entry journals, balances and holds. Not here: prices
// (tariffs), invoices, and payment providers.
export type {
  JournalKind,
  JournalLine,
  LedgerAccountKind,
  LedgerAccountName,
  NewJournal,
  PostedJournal,
} from './journal.ts'
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
