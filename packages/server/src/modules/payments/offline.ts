import { type Provider, ProviderError, type ProviderPayment, type ProviderState } from './provider.ts'

const authorised = ({ id, amountMinor }: ProviderPayment): ProviderState => ({
  state: 'waiting_for_capture',
  reference: id,
  authorisedMinor: amountMinor,
})

/** Provider for trials: everything succeeds immediately, and no money moves. */
export const offlineProvider: Provider = {
  code: 'offline',
  isTrial: true,
  authorise: async (payment) => authorised(payment),
  capture: async (_payment, amountMinor) => ({ state: 'succeeded', capturedMinor: amountMinor, feeMinor: 0 }),
  cancel: async () => ({ state: 'cancelled' }),
  refund: async (payment, { id, amountMinor }) => ({
    state: 'succeeded',
    refundId: id,
    reference: id,
    paymentReference: payment.id,
    amountMinor,
  }),
  readEvent: async () => null,
  fetch: () => Promise.reject(new ProviderError('a trial has no state of its own', { isFinal: false })),
  findRefund: async () => null,
}
