/**
 * Kinds of ledger accounts. `client` is the account of a client: a receivable or a liability, by its sign. All others
 * belong to the account (the operator).
 */
export type LedgerAccountKind =
  | 'bank'
  | 'clearing'
  | 'dispute'
  | 'uninvoiced'
  | 'tax'
  | 'unapplied'
  | 'revenue'
  | 'owner_cost'
  | 'fees'
  | 'bad_debt'
  | 'rounding'
  | 'adjustment'
  | 'client'

/** Name of a ledger account within an account; its currency is that of the journal. */
export interface LedgerAccountName {
  kind: LedgerAccountKind
  /** Id of the client, code of the payment provider, country and rate of a tax (`DE:1900`); otherwise empty. */
  ref: string
}

/** Kinds of journals, which are the types of orders. */
export type JournalKind =
  | 'session'
  | 'invoice'
  | 'credit_note'
  | 'top_up'
  | 'capture'
  | 'bank_transfer'
  | 'refund'
  | 'dispute'
  | 'fee'
  | 'payout'
  | 'owner_share'
  | 'owner_payment'
  | 'rounding'
  | 'write_off'
  | 'adjustment'
  | 'reversal'

/** One transfer: the amount leaves the debit account and enters the credit account. */
export interface JournalLine {
  debit: LedgerAccountName
  credit: LedgerAccountName
  /** Minor units of the currency, above zero. */
  amountMinor: number
}

/** A journal to post: transfers that are booked together or not at all. */
export interface NewJournal {
  accountId: string
  kind: JournalKind
  /** Unique within the account, such as `invoice:<id>`: the same event is booked once. */
  eventKey: string
  currency: string
  occurredAt: Date
  /** None for an event without an amount, which is not booked. */
  lines: readonly JournalLine[]
  invoiceId?: string
  description?: string
}

/** Result of posting a journal. */
export interface PostedJournal {
  eventKey: string
  /** Null if the journal has no lines. */
  journalId: string | null
  /** False if the event was booked before. */
  isNew: boolean
}
