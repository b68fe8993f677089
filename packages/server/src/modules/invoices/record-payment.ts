import { currencyDigits } from '@stationmaster/contract'
import { isUuid, newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { bankTransfer, postJournals } from '../ledger/index.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { openAmountOf, settleInvoice } from './settle-invoice.ts'

/** Parameters of the method, as a request sends them. */
interface PaymentParams {
  /** Decimal text in the currency of the invoice; by default what is still to be paid. */
  amount?: unknown
  /** Id that the caller chooses, so that a repeated request books the payment once. */
  payment?: unknown
}

/** Books a bank transfer for an issued invoice, which a user has seen on a bank statement. */
export async function recordPayment(
  tx: Tx,
  invoice: InvoiceRow,
  { amount, payment = newId(), now }: PaymentParams & { now: Date },
): Promise<Refusal | null> {
  if (typeof payment !== 'string' || !isUuid(payment))
    return refuse('value.uuid', { field: 'params.payment' })
  const amountMinor = amount === undefined ? openAmountOf(invoice) : minorOf(amount, invoice.currency)
  if (amountMinor === null || amountMinor <= 0)
    return refuse('invoice.amount_invalid', { field: 'params.amount' })
  const { id: invoiceId, accountId, clientId, currency } = invoice
  const event = { accountId, clientId, currency, invoiceId, amountMinor, paymentId: payment, occurredAt: now }
  const [posted] = await postJournals(tx, [bankTransfer(event)])
  if (posted!.isNew) await settleInvoice(tx, { invoiceId, amountMinor, now })
  return null
}

/** Returns an amount in minor units; null if it is not a decimal text with the digits of the currency, or too large. */
function minorOf(amount: unknown, currency: string): number | null {
  const digits = currencyDigits(currency) ?? 2
  const match = typeof amount === 'string' ? /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(amount) : null
  const decimals = match?.[2] ?? ''
  if (!match || decimals.length > digits) return null
  const minor = Number(match[1]! + decimals.padEnd(digits, '0'))
  return Number.isSafeInteger(minor) ? minor : null
}
