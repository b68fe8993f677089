import type { Tx } from '../../storage/transaction.ts'
import { settleInvoice } from '../invoices/index.ts'
import { lostOfPayment } from './dispute-store.ts'
import type { PaymentRow } from './payment-store.ts'

/**
 * Takes what is returned to the payer off the invoice of a payment that is locked, or adds what was not returned after all (a
 * negative amount). A refund and a lost dispute can return the same money twice: a payment takes off no more than it has paid,
 * and a refund that fails adds nothing of what a dispute has taken. Called before refund or dispute are stored.
 */
export async function settleReturned(
  tx: Tx,
  { id, invoiceId, capturedMinor, refundedMinor }: PaymentRow,
  { returnedMinor, now }: { returnedMinor: number; now: Date },
): Promise<void> {
  if (invoiceId === null) return
  const beforeMinor = refundedMinor + (await lostOfPayment(tx, id))
  const paidAfter = (minor: number) => Math.max(capturedMinor - minor, 0)
  const amountMinor = paidAfter(beforeMinor + returnedMinor) - paidAfter(beforeMinor)
  if (amountMinor !== 0) await settleInvoice(tx, { invoiceId, amountMinor, now })
}
