import type { Tx } from '../../storage/transaction.ts'
import { settleInvoice } from '../invoices/index.ts'
import { fee, type NewJournal, paymentCaptured, postJournals, topUp } from '../ledger/index.ts'
import { isForward, type PaymentState } from './payment-state.ts'
import { type PaymentChange, type PaymentRow, updatePayment } from './payment-store.ts'
import type { ProviderState } from './provider.ts'
import { requestCapture } from './request-capture.ts'
import { dropRequests } from './request-store.ts'

/** Time before the end of an authorization at which it is captured. */
const captureEarlierMs = 24 * 3_600_000

/**
 * Applies the state that a provider has reported to a payment that is locked, in the caller's transaction. It only moves
 * forward, and books what was captured once. Returns true if something changed.
 */
export async function applyState(
  tx: Tx,
  payment: PaymentRow,
  { reported, now }: { reported: ProviderState; now: Date },
): Promise<boolean> {
  const { id } = payment
  const isMoved = isForward(payment.state, reported.state)
  const change: PaymentChange = { ...referencesOf(payment, reported) }
  if (isMoved) Object.assign(change, enter(payment, reported, now))
  if (payment.feeMinor === null && reported.feeMinor !== undefined) change.feeMinor = reported.feeMinor
  if (Object.keys(change).length === 0) return false
  const journals = journalsOf(payment, change, now)
  // the rows of money are locked last
  if (isMoved && reported.state === 'succeeded' && payment.invoiceId !== null)
    await settleInvoice(tx, {
      invoiceId: payment.invoiceId,
      amountMinor: change.capturedMinor!,
      now,
    })
  const posted = await postJournals(tx, journals)
  if (isMoved && reported.state === 'succeeded') change.journalId = posted[0]!.journalId
  await updatePayment(tx, id, { ...change, now })
  if (isMoved && reported.state === 'waiting_for_capture') {
    const authorised = { ...payment, ...change } as PaymentRow // the members that both have
    if (change.captureAt && change.captureAt <= now) await requestCapture(tx, authorised, { now })
  }
  if (isMoved && reported.state !== 'waiting_for_capture') await dropRequests(tx, id)
  return true
}

/** Returns the references and times that are new. */
function referencesOf(payment: PaymentRow, reported: ProviderState): PaymentChange {
  const { sessionReference, reference, checkoutUrl, expiresAt } = reported
  return {
    ...(sessionReference !== undefined && payment.sessionReference === null && { sessionReference }),
    ...(reference !== undefined && payment.reference === null && { reference }),
    ...(checkoutUrl !== undefined && payment.sessionReference === null && { checkoutUrl }),
    ...(expiresAt !== undefined && payment.expiresAt === null && { expiresAt }),
  }
}

/** Returns what changes with the state. */
function enter(payment: PaymentRow, reported: ProviderState, now: Date): PaymentChange {
  const state: PaymentState = reported.state
  const authorisedMinor = reported.authorisedMinor ?? payment.amountMinor
  if (state === 'waiting_for_capture') {
    const { captureBefore } = reported
    const latest = captureBefore ? new Date(captureBefore.getTime() - captureEarlierMs) : null
    const captureAt = payment.isCapturedLater ? latest : now
    return { state, authorisedMinor, paidAt: now, captureAt, ...(captureBefore && { captureBefore }) }
  }
  if (state !== 'succeeded') return { state, captureAt: null }
  const capturedMinor = reported.capturedMinor ?? payment.amountMinor
  return {
    state,
    capturedMinor,
    ...(payment.authorisedMinor === 0 && { authorisedMinor: capturedMinor, paidAt: now }),
    bookedAt: now,
    captureAt: null,
    error: null,
  }
}

/** Returns the journals of the money that was captured, first, and of the fee. */
function journalsOf(payment: PaymentRow, change: PaymentChange, now: Date): NewJournal[] {
  const { id: paymentId, accountId, clientId, currency, invoiceId, provider } = payment
  const event = { accountId, currency, occurredAt: now, provider }
  const journals: NewJournal[] = []
  if (change.capturedMinor !== undefined) {
    const captured = { ...event, clientId, paymentId, amountMinor: change.capturedMinor }
    journals.push(invoiceId === null ? topUp(captured) : paymentCaptured({ ...captured, invoiceId }))
  }
  if (change.feeMinor) journals.push(fee({ ...event, feeId: paymentId, amountMinor: change.feeMinor }))
  return journals
}
