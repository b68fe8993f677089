import type { Tx } from '../../storage/transaction.ts'
import { type InvoiceRow, lockInvoice, updateInvoice } from './invoice-store.ts'
import { restartDunning } from './mail-store.ts'
import { replacementOf } from './replace-store.ts'

type Amounts = Pick<InvoiceRow, 'state' | 'grossMinor' | 'paidMinor' | 'creditedMinor'>

/** Returns what is still to be paid of an issued invoice, in minor units; never negative. */
export const openAmountOf = ({ grossMinor, paidMinor, creditedMinor }: Omit<Amounts, 'state'>): number =>
  Math.max(grossMinor - paidMinor - creditedMinor, 0)

/** Returns the state of an issued invoice by its amounts: closed if credit notes and not payments ended it. */
export function stateAfter(amounts: Amounts): string {
  if (openAmountOf(amounts) > 0) return 'in_progress'
  if (amounts.creditedMinor >= amounts.grossMinor && amounts.grossMinor > 0) return 'closed'
  return 'paid'
}

/** State of an invoice before and after a payment. */
interface Settled {
  invoice: InvoiceRow
  state: string
  openMinor: number
}

/**
 * Adds a payment to an issued invoice in the caller's transaction, or takes a refund off it (a negative amount). Returns
 * null if there is no such invoice, or if it is not issued. Once the invoice is replaced, the payment belongs to the new one.
 * The caller books the money once by the key of its event.
 */
export async function settleInvoice(
  tx: Tx,
  { invoiceId, amountMinor, now }: { invoiceId: string; amountMinor: number; now: Date },
): Promise<Settled | null> {
  const invoice = await lockLatest(tx, invoiceId)
  if (!invoice || invoice.code === null || invoice.type !== 'invoice') return null
  const paidMinor = Math.max(invoice.paidMinor + amountMinor, 0)
  const state = stateAfter({ ...invoice, paidMinor })
  const openMinor = openAmountOf({ ...invoice, paidMinor })
  await updateInvoice(tx, invoice.id, { paidMinor, state, now })
  // its client was not to be reminded of it since it was paid, and does not know yet that it is open
  if (openAmountOf(invoice) === 0 && openMinor > 0) await restartDunning(tx, invoice.id, now)
  return { invoice, state, openMinor }
}

/** Returns an invoice, or the latest one that replaces it and to which its payments were carried, locked. */
async function lockLatest(tx: Tx, invoiceId: string): Promise<InvoiceRow | null> {
  const invoice = await lockInvoice(tx, invoiceId)
  // one that other invoices took lines back from may still have an open amount
  if (!invoice || (invoice.code !== null && openAmountOf(invoice) > 0)) return invoice
  const next = await replacementOf(tx, invoiceId)
  return next === null ? invoice : lockLatest(tx, next)
}
