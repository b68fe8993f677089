import type Stripe from 'stripe'
import { isUuid } from '../../shared/ids.ts'
import type { DisputeState, Fetched, ProviderState, RefundState } from './provider.ts'
import { amountFromStripe } from './stripe-amount.ts'

const idOf = (value: string | { id: string } | null | undefined): string | undefined =>
  (typeof value === 'string' ? value : value?.id) ?? undefined

/** Returns an id of this server that Stripe has stored; other systems with the same Stripe account store other values. */
const ownId = (value: string | undefined): string | undefined =>
  value !== undefined && isUuid(value) ? value : undefined

const timeOf = (seconds: number | null | undefined): Date | undefined =>
  seconds ? new Date(seconds * 1000) : undefined

/** Returns the state of a payment by its page and, once it was submitted, its payment intent. */
export function stateOfSession(session: Stripe.Checkout.Session): ProviderState {
  const intent = session.payment_intent
  const own: ProviderState = {
    state: session.status === 'expired' ? 'expired' : 'pending',
    paymentId: ownId(session.metadata?.payment),
    sessionReference: session.id,
    reference: idOf(intent),
    checkoutUrl: session.url ?? undefined,
    expiresAt: timeOf(session.expires_at),
  }
  if (session.status !== 'complete' || typeof intent !== 'object' || intent === null) return own
  return { ...own, ...withoutUnknown(stateOfIntent(intent)) }
}

const withoutUnknown = (state: ProviderState): ProviderState =>
  Object.fromEntries(
    Object.entries(state).filter(([, value]) => value !== undefined),
  ) as unknown as ProviderState

const states: Partial<Record<Stripe.PaymentIntent.Status, ProviderState['state']>> = {
  requires_capture: 'waiting_for_capture',
  succeeded: 'succeeded',
  canceled: 'cancelled',
}

export function stateOfIntent(intent: Stripe.PaymentIntent): ProviderState {
  const { id, status, currency, amount_capturable, amount_received, latest_charge, metadata } = intent
  const charge = typeof latest_charge === 'object' ? latest_charge : null
  const known = {
    state: states[status] ?? ('pending' as const),
    paymentId: ownId(metadata.payment),
    reference: id,
  }
  if (status === 'requires_capture')
    return {
      ...known,
      authorisedMinor: amountFromStripe(amount_capturable, currency),
      captureBefore: timeOf(charge?.payment_method_details?.card?.capture_before),
    }
  if (status !== 'succeeded') return known
  const booked = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    ...known,
    capturedMinor: amountFromStripe(amount_received, currency),
    // in the currency of the balance at Stripe; converted amounts are not booked
    feeMinor: booked?.currency === currency ? amountFromStripe(booked.fee, currency) : undefined,
  }
}

const refundStates: Readonly<Record<string, RefundState['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const stateOfRefund = (refund: Stripe.Refund): RefundState => ({
  state: refundStates[refund.status ?? ''] ?? 'pending',
  refundId: ownId(refund.metadata?.refund),
  reference: refund.id,
  paymentReference: idOf(refund.payment_intent) ?? '',
  amountMinor: amountFromStripe(refund.amount, refund.currency),
})

export function stateOfDispute(dispute: Stripe.Dispute): DisputeState {
  const { id, status, amount, currency, reason, balance_transactions, payment_intent } = dispute
  const withdrawals = balance_transactions.filter(({ reporting_category: kind }) => kind === 'dispute')
  const fees = withdrawals.filter((booked) => booked.currency === currency)
  return {
    // a warning that is closed took no money
    state: status === 'lost' ? 'lost' : status === 'won' || status === 'warning_closed' ? 'won' : 'open',
    reference: id,
    paymentReference: idOf(payment_intent) ?? '',
    amountMinor: amountFromStripe(amount, currency),
    feeMinor: fees.reduce((sum, { fee }) => sum + amountFromStripe(fee, currency), 0),
    isWithdrawn: withdrawals.length > 0,
    reason,
  }
}

export function stateOfPayout({ id, status, amount, currency }: Stripe.Payout): Fetched {
  if (status !== 'paid' && status !== 'failed' && status !== 'canceled') return { kind: 'none' }
  return {
    kind: 'payout',
    state: status === 'paid' ? 'paid' : 'failed',
    reference: id,
    amountMinor: amountFromStripe(amount, currency),
    currency: currency.toUpperCase(),
  }
}
