import { currencyDigits } from '@stationmaster/contract'
import type { JournalKind, JournalLine, LedgerAccountKind, LedgerAccountName, NewJournal } from './journal.ts'

/** Values that every event has. Amounts are minor units of the currency. */
export interface LedgerEvent {
  accountId: string
  currency: string
  occurredAt: Date
  description?: string
}

interface Amount {
  amountMinor: number
}

interface OfClient extends Amount {
  clientId: string
}

/** Tax of one rate on a document. */
export interface TaxAmount {
  /** Country of the supply, ISO 3166-1 alpha-2. */
  country: string
  /** Basis points: 1900 is 19 %. */
  rateBp: number
  taxMinor: number
}

/** Account to or from which money is paid: a bank account, or the clearing account of a payment provider. */
export type MoneyAccount = 'bank' | { provider: string }

const of = (kind: LedgerAccountKind, ref = ''): LedgerAccountName => ({ kind, ref })
const client = (id: string) => of('client', id)
const clearing = (provider: string) => of('clearing', provider)
const moneyAccount = (account: MoneyAccount) => (account === 'bank' ? of('bank') : clearing(account.provider))
const taxAccount = ({ country, rateBp }: TaxAmount) => of('tax', `${country}:${rateBp}`)

type Line = [debit: LedgerAccountName, credit: LedgerAccountName, amountMinor: number]

/** Returns the journal of an event. Lines of zero are left out, a free session for example has none. */
function journal(
  { accountId, currency, occurredAt, description }: LedgerEvent,
  what: { kind: JournalKind; eventKey: string; invoiceId?: string },
  lines: readonly Line[],
): NewJournal {
  const booked: JournalLine[] = []
  for (const [debit, credit, amountMinor] of lines) {
    if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
      throw new RangeError(`${what.eventKey}: ${amountMinor} is not an amount in minor units`)
    if (amountMinor > 0) booked.push({ debit, credit, amountMinor })
  }
  return { accountId, currency, occurredAt, ...what, lines: booked, ...(description && { description }) }
}

/** A client pays in advance through a provider. */
export const topUp = (event: LedgerEvent & OfClient & { paymentId: string; provider: string }): NewJournal =>
  journal(event, { kind: 'top_up', eventKey: `payment:${event.paymentId}:capture` }, [
    [clearing(event.provider), client(event.clientId), event.amountMinor],
  ])

/** An authorized payment is captured. */
export const paymentCaptured = (
  event: LedgerEvent & OfClient & { paymentId: string; provider: string; invoiceId?: string },
): NewJournal =>
  journal(
    event,
    {
      kind: 'capture',
      eventKey: `payment:${event.paymentId}:capture`,
      ...(event.invoiceId && { invoiceId: event.invoiceId }),
    },
    [[clearing(event.provider), client(event.clientId), event.amountMinor]],
  )

/** Money arrives at the bank; without a client, it waits until its sender is known. */
export const bankTransfer = (
  event: LedgerEvent & Amount & { paymentId: string; clientId: string | null; invoiceId?: string },
): NewJournal =>
  journal(
    event,
    {
      kind: 'bank_transfer',
      eventKey: `payment:${event.paymentId}:capture`,
      ...(event.invoiceId && { invoiceId: event.invoiceId }),
    },
    [[of('bank'), event.clientId === null ? of('unapplied') : client(event.clientId), event.amountMinor]],
  )

/** The client of a bank transfer becomes known. */
export const bankTransferAssigned = (event: LedgerEvent & OfClient & { paymentId: string }): NewJournal =>
  journal(event, { kind: 'bank_transfer', eventKey: `payment:${event.paymentId}:assign` }, [
    [of('unapplied'), client(event.clientId), event.amountMinor],
  ])

/** A session is rated: the client owes its price, which no invoice contains yet. */
export const sessionRated = (event: LedgerEvent & OfClient & { ratingId: string }): NewJournal =>
  journal(event, { kind: 'session', eventKey: `rating:${event.ratingId}` }, [
    [client(event.clientId), of('uninvoiced'), event.amountMinor],
  ])

interface Document {
  clientId: string
  invoiceId: string
  /** Sum without tax. */
  netMinor: number
  /** Tax, once per country and rate. */
  taxes: readonly TaxAmount[]
}

/**
 * An invoice is issued. With gross prices the sessions were rated with tax, which is separated now; with net prices
 * the tax is added.
 */
export const invoiceIssued = (event: LedgerEvent & Document & { pricesIncludeTax: boolean }): NewJournal => {
  const payer = event.pricesIncludeTax ? of('uninvoiced') : client(event.clientId)
  return journal(
    event,
    { kind: 'invoice', eventKey: `invoice:${event.invoiceId}`, invoiceId: event.invoiceId },
    [
      [of('uninvoiced'), of('revenue'), event.netMinor],
      ...event.taxes.map((tax): Line => [payer, taxAccount(tax), tax.taxMinor]),
    ],
  )
}

/**
 * A credit note is issued; it repeats the amounts of its invoice.
 * @param event.correctedMinor booked for corrections of the same charges that no invoice contains: the credit note takes their place
 */
export const creditNote = (event: LedgerEvent & Document & { correctedMinor?: number }): NewJournal =>
  journal(
    event,
    { kind: 'credit_note', eventKey: `invoice:${event.invoiceId}`, invoiceId: event.invoiceId },
    [
      [of('revenue'), client(event.clientId), event.netMinor],
      ...event.taxes.map((tax): Line => [taxAccount(tax), client(event.clientId), tax.taxMinor]),
      [client(event.clientId), of('uninvoiced'), event.correctedMinor ?? 0],
    ],
  )

/**
 * Charges that a credit note has repeated are invoiced again: the client owes their price again.
 * @param event.amountMinor below zero if they take back more than they charge
 */
export const chargesInvoicedAgain = (event: LedgerEvent & OfClient & { invoiceId: string }): NewJournal => {
  const { amountMinor, invoiceId } = event
  const [owing, charged] = [client(event.clientId), of('uninvoiced')]
  return journal(event, { kind: 'session', eventKey: `invoice:${invoiceId}:charges` }, [
    amountMinor < 0 ? [charged, owing, -amountMinor] : [owing, charged, amountMinor],
  ])
}

/** Money is paid back to a client. */
export const refund = (
  event: LedgerEvent & OfClient & { refundId: string; from: MoneyAccount },
): NewJournal =>
  journal(event, { kind: 'refund', eventKey: `refund:${event.refundId}` }, [
    [client(event.clientId), moneyAccount(event.from), event.amountMinor],
  ])

interface Dispute extends Amount {
  disputeId: string
  provider: string
}

const dispute = (event: LedgerEvent & Dispute, step: string, lines: readonly Line[]) =>
  journal(event, { kind: 'dispute', eventKey: `dispute:${event.disputeId}:${step}` }, lines)

/** A payer disputes a payment: the provider withdraws the amount and its fee. */
export const disputeOpened = (event: LedgerEvent & Dispute & { feeMinor: number }): NewJournal =>
  dispute(event, 'opened', [
    [of('dispute'), clearing(event.provider), event.amountMinor],
    [of('fees'), clearing(event.provider), event.feeMinor],
  ])

/** A dispute is lost: the client owes the amount again. */
export const disputeLost = (event: LedgerEvent & Dispute & { clientId: string }): NewJournal =>
  dispute(event, 'lost', [[client(event.clientId), of('dispute'), event.amountMinor]])

/**
 * A dispute is won: the provider returns the amount, but not its fee.
 * @param event.owingId client that has owed the amount since the dispute was lost, if it is won on appeal
 */
export const disputeWon = (event: LedgerEvent & Dispute & { owingId?: string }): NewJournal => {
  const { owingId, provider, amountMinor } = event
  const from = owingId === undefined ? of('dispute') : client(owingId)
  return dispute(event, 'won', [[clearing(provider), from, amountMinor]])
}

/** A provider charges a fee. */
export const fee = (event: LedgerEvent & Amount & { feeId: string; provider: string }): NewJournal =>
  journal(event, { kind: 'fee', eventKey: `fee:${event.feeId}` }, [
    [of('fees'), clearing(event.provider), event.amountMinor],
  ])

/**
 * A provider pays its balance to the bank.
 * @param event.amountMinor below zero if refunds and disputes exceed the payments, and the provider takes the difference from the bank
 */
export const payout = (event: LedgerEvent & Amount & { payoutId: string; provider: string }): NewJournal => {
  const { payoutId, provider, amountMinor } = event
  return journal(event, { kind: 'payout', eventKey: `payout:${payoutId}` }, [
    amountMinor < 0
      ? [clearing(provider), of('bank'), -amountMinor]
      : [of('bank'), clearing(provider), amountMinor],
  ])
}

/** The owner of a station earns net price minus commission, at most the net price. */
export const ownersShare = (
  event: LedgerEvent & { shareId: string; clientId: string; netMinor: number; commissionMinor: number },
): NewJournal =>
  journal(event, { kind: 'owner_share', eventKey: `owner-share:${event.shareId}` }, [
    [of('owner_cost'), client(event.clientId), event.netMinor - event.commissionMinor],
  ])

/** The share of an owner is taken back, because charges are corrected or credited. */
export const ownersShareTakenBack = (
  event: LedgerEvent & { shareId: string; clientId: string; netMinor: number; commissionMinor: number },
): NewJournal =>
  journal(event, { kind: 'owner_share', eventKey: `owner-share:${event.shareId}` }, [
    [client(event.clientId), of('owner_cost'), event.netMinor - event.commissionMinor],
  ])

/** The owner of a station is paid. */
export const ownerPaid = (event: LedgerEvent & OfClient & { paymentId: string }): NewJournal =>
  journal(event, { kind: 'owner_payment', eventKey: `owner-payment:${event.paymentId}` }, [
    [client(event.clientId), of('bank'), event.amountMinor],
  ])

/** Returns the highest difference that may be written off as rounding: 0.05, in minor units. */
export const maxCentDifference = (currency: string): number =>
  Math.floor(10 ** (currencyDigits(currency) ?? 2) / 20)

/**
 * A payment differs from what was due by at most 0.05.
 * @param event.differenceMinor paid minus due: negative if the client still owes it
 */
export const centDifference = (
  event: LedgerEvent & { clientId: string; differenceId: string; differenceMinor: number },
): NewJournal => {
  const { differenceMinor, currency } = event
  const amountMinor = Math.abs(differenceMinor)
  if (amountMinor > maxCentDifference(currency))
    throw new RangeError(`${amountMinor} ${currency} is more than a rounding difference`)
  return journal(event, { kind: 'rounding', eventKey: `rounding:${event.differenceId}` }, [
    differenceMinor < 0
      ? [of('rounding'), client(event.clientId), amountMinor]
      : [client(event.clientId), of('rounding'), amountMinor],
  ])
}

/** A claim is given up. */
export const writeOff = (event: LedgerEvent & OfClient & { writeOffId: string }): NewJournal =>
  journal(event, { kind: 'write_off', eventKey: `write-off:${event.writeOffId}` }, [
    [of('bad_debt'), client(event.clientId), event.amountMinor],
  ])

/** An operator corrects the account of a client: in its favour, or against it with a negative amount. */
export function adjustment(event: LedgerEvent & OfClient & { adjustmentId: string }): NewJournal {
  const { clientId, amountMinor, adjustmentId } = event
  const [debit, credit] = [of('adjustment'), client(clientId)]
  return journal(event, { kind: 'adjustment', eventKey: `adjustment:${adjustmentId}` }, [
    amountMinor > 0 ? [debit, credit, amountMinor] : [credit, debit, -amountMinor],
  ])
}
