import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { lockInvoice } from '../invoices/index.ts'
import { postJournals, refund as refundJournal, reverseJournal, spend } from '../ledger/index.ts'
import { type PaymentRow, updatePayment } from './payment-store.ts'
import type { RefundState } from './provider.ts'
import { findRefund, insertRefund, isRefundedInFull, type RefundRow, updateRefund } from './refund-store.ts'
import { settleReturned } from './settle-returned.ts'

export interface Refunding {
  id: string
  amountMinor: number
  reason: string | null
  ownerId: string | null
  state: RefundRow['state']
  reference?: string
  /** False for a refund that was made at the provider: it is a fact. */
  isChecked: boolean
  now: Date
}

/**
 * Books a refund of a payment that is locked, and takes it off its invoice. Refuses if the client does not have the
 * amount: a credit note, or a payment in advance, comes before.
 */
export async function bookRefund(tx: Tx, payment: PaymentRow, refunding: Refunding): Promise<Refusal | null> {
  const { id: paymentId, accountId, clientId, currency, invoiceId, provider } = payment
  const { id: refundId, amountMinor, isChecked, now, ...how } = refunding
  // invoices are locked before balances by all
  if (invoiceId !== null) await lockInvoice(tx, invoiceId)
  if (isChecked) {
    const refusal = await spend(tx, { accountId, clientId, currency, amountMinor })
    if (isRefusal(refusal)) return { ...refusal, field: 'params.amount' }
  }
  const from = provider === 'manual' ? ('bank' as const) : { provider }
  const event = { accountId, clientId, currency, occurredAt: now, amountMinor, refundId, from }
  await settleReturned(tx, payment, { returnedMinor: amountMinor, now })
  const [posted] = await postJournals(tx, [refundJournal(event)])
  await insertRefund(tx, {
    ...how,
    id: refundId,
    accountId,
    clientId,
    paymentId,
    currency,
    amountMinor,
    journalId: posted!.journalId!,
    now,
  })
  await updatePayment(tx, paymentId, { refundedMinor: payment.refundedMinor + amountMinor, now })
  await enterRefunded(tx, payment, now)
  return null
}

/** Moves a payment to refunded when its refunds return all of it. */
async function enterRefunded(tx: Tx, payment: PaymentRow, now: Date): Promise<void> {
  if (await isRefundedInFull(tx, payment.id)) await updatePayment(tx, payment.id, { state: 'refunded', now })
}

/**
 * Applies the state of a refund that a provider has reported to its payment, which is locked. One that fails, even after
 * it had succeeded, is taken back. Returns true if something changed.
 */
export async function applyRefund(
  tx: Tx,
  payment: PaymentRow,
  { reported, now }: { reported: RefundState; now: Date },
): Promise<boolean> {
  const { state, reference, amountMinor } = reported
  const refund = await findRefund(tx, { id: reported.refundId ?? null, reference })
  if (!refund) {
    // made at the provider, not here
    if (state === 'failed') return false
    const id = newId()
    const made = { id, amountMinor, reference, state, reason: null, ownerId: null, isChecked: false, now }
    await bookRefund(tx, payment, made)
    return true
  }
  if (refund.state === state || refund.state === 'failed') {
    if (refund.reference === null) await updateRefund(tx, refund.id, { state: refund.state, reference, now })
    return false
  }
  if (refund.state === 'succeeded' && state === 'pending') return false
  if (state === 'failed') return failRefund(tx, payment, { refund, reference, now })
  await updateRefund(tx, refund.id, { state, reference, now })
  await enterRefunded(tx, payment, now)
  return true
}

/** Takes back a refund that did not reach the payer. */
export async function failRefund(
  tx: Tx,
  payment: PaymentRow,
  { refund, reference, now }: { refund: RefundRow; reference?: string; now: Date },
): Promise<boolean> {
  const { accountId } = payment
  const { amountMinor, journalId } = refund
  await settleReturned(tx, payment, { returnedMinor: -amountMinor, now })
  await reverseJournal(tx, { accountId, journalId, occurredAt: now })
  await updateRefund(tx, refund.id, {
    state: 'failed',
    ...(reference && { reference }),
    error: 'payment.provider_refused',
    now,
  })
  const refundedMinor = payment.refundedMinor - amountMinor
  const change = { refundedMinor, ...(payment.state === 'refunded' && { state: 'succeeded' as const }) }
  await updatePayment(tx, payment.id, { ...change, now })
  return true
}
