import { decimalOf, positiveMinorUnits } from '../../shared/money.ts'
import { isUuid, newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type InvoiceRow, openAmountOf, settleInvoice } from '../invoices/index.ts'
import { bankTransfer, postJournals } from '../ledger/index.ts'
import { insertPayment, readPayment, updatePayment } from './payment-store.ts'

/** Parameters of the method, as a request sends them. */
interface TransferParams {
  /** Decimal text in the currency of the invoice; by default what is still to be paid. */
  amount?: unknown
  /** Id that the caller chooses, so that a repeated request books the payment once. */
  payment?: unknown
}

/** Books a bank transfer for an issued invoice, which a user has seen on a bank statement: a payment of provider `manual`. */
export async function recordTransfer(
  tx: Tx,
  invoice: InvoiceRow,
  { params, viewer, now }: { params: TransferParams; viewer: Viewer | null; now: Date },
): Promise<Refusal | null> {
  const { amount, payment = newId() } = params
  if (typeof payment !== 'string' || !isUuid(payment))
    return refuse('value.uuid', { field: 'params.payment' })
  const { id: invoiceId, accountId, clientId, currency } = invoice
  const amountMinor = amount === undefined ? openAmountOf(invoice) : positiveMinorUnits(amount, currency)
  if (amountMinor === null || amountMinor <= 0)
    return refuse('payment.amount_invalid', { field: 'params.amount' })
  const row = { accountId, clientId, invoiceId, currency, amountMinor }
  const isNew = await insertPayment(tx, {
    ...row,
    id: payment,
    ownerId: viewer?.userId ?? null,
    provider: 'manual',
    purpose: 'invoice',
    isTrial: false,
    now,
  })
  if (!isNew) {
    const first = await readPayment(tx, payment)
    const isSame =
      first?.provider === 'manual' && first.invoiceId === invoiceId && first.amountMinor === amountMinor
    return isSame ? null : refuse('payment.id_taken', { field: 'params.payment' })
  }
  const [posted] = await postJournals(tx, [bankTransfer({ ...row, paymentId: payment, occurredAt: now })])
  await updatePayment(tx, payment, { journalId: posted!.journalId, now })
  await settleInvoice(tx, { invoiceId, amountMinor, now })
  if (viewer)
    await recordChange(tx, viewer, {
      accountId,
      classCode: 'payment',
      objectId: payment,
      label: invoice.code ?? invoiceId,
      action: 'create',
      after: { provider: 'manual', amount: decimalOf(amountMinor, currency), currency },
    })
  return null
}
