import type { paymentStates } from '@stationmaster/contract'

export type PaymentState = (typeof paymentStates)[number]

/** A payment only moves to a state of a higher rank: messages arrive late, twice and in any order. */
const ranks: Record<PaymentState, number> = {
  pending: 0,
  waiting_for_capture: 1,
  cancelled: 2,
  expired: 2,
  failed: 2,
  // the provider has the money, whatever was believed before
  succeeded: 3,
  refunded: 4,
}

/** Returns true if a payment in a state can enter another one. */
export const isForward = (from: PaymentState, to: PaymentState): boolean => ranks[to] > ranks[from]
