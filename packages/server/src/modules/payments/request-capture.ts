import type { Tx } from '../../storage/transaction.ts'
import { lockInvoice, openAmountOf } from '../invoices/index.ts'
import type { PaymentRow } from './payment-store.ts'
import { insertRequest } from './request-store.ts'

/**
 * Requests the capture of an authorised payment that is locked: of an invoice at most what is open, so that no invoice
 * is paid twice. If nothing is due, the authorization is cancelled. That of a guest remains until there is an invoice: its session
 * may get a price until the authorization ends.
 */
export async function requestCapture(
  tx: Tx,
  payment: PaymentRow,
  { mostMinor = payment.authorisedMinor, now }: { mostMinor?: number; now: Date },
): Promise<void> {
  const { id: paymentId, accountId, invoiceId, authorisedMinor, purpose } = payment
  if (purpose === 'guest' && invoiceId === null) return
  const invoice = invoiceId === null ? null : await lockInvoice(tx, invoiceId)
  const dueMinor = invoice ? openAmountOf(invoice) : authorisedMinor
  const amountMinor = Math.min(mostMinor, authorisedMinor, dueMinor)
  const kind = amountMinor > 0 ? ('capture' as const) : ('cancel' as const)
  await insertRequest(tx, { accountId, paymentId, kind, amountMinor, now })
}
