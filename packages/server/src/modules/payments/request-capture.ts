import type { Tx } from '../../storage/transaction.ts'
import { lockInvoice, openAmountOf } from '../invoices/index.ts'
import type { PaymentRow } from './payment-store.ts'
import { insertRequest } from './request-store.ts'

/**
 * Requests the capture of an authorised payment that is locked: of an invoice at most what is open, so that no invoice
 * is paid twice; of a guest nothing before there is an invoice. If nothing is due, the authorization is cancelled.
 */
export async function requestCapture(
  tx: Tx,
  payment: PaymentRow,
  { mostMinor = payment.authorisedMinor, now }: { mostMinor?: number; now: Date },
): Promise<void> {
  const { id: paymentId, accountId, invoiceId, authorisedMinor, purpose } = payment
  const invoice = invoiceId === null ? null : await lockInvoice(tx, invoiceId)
  const dueMinor = invoice ? openAmountOf(invoice) : purpose === 'guest' ? 0 : authorisedMinor
  const amountMinor = Math.min(mostMinor, authorisedMinor, dueMinor)
  const kind = amountMinor > 0 ? ('capture' as const) : ('cancel' as const)
  await insertRequest(tx, { accountId, paymentId, kind, amountMinor, now })
}
