import type { onlineProviders, paymentTypes } from '@stationmaster/contract'

export type ProviderCode = (typeof paymentTypes)[number]
export type OnlineProviderCode = (typeof onlineProviders)[number]

/** A payment as a provider needs it. */
export interface ProviderPayment {
  id: string
  /** Minor units of the currency. */
  amountMinor: number
  currency: string
  /** Text that the payer sees. */
  label: string
  /** Address of this server to which the payer returns. */
  returnTo: string
  sessionReference: string | null
  reference: string | null
}

/** State of a payment at its provider. Absent members are not known. */
export interface ProviderState {
  state: 'pending' | 'waiting_for_capture' | 'succeeded' | 'cancelled' | 'expired' | 'failed'
  /** Id of the payment here, if the provider has stored it. */
  paymentId?: string | undefined
  sessionReference?: string | undefined
  reference?: string | undefined
  checkoutUrl?: string | undefined
  expiresAt?: Date | undefined
  authorisedMinor?: number | undefined
  capturedMinor?: number | undefined
  captureBefore?: Date | undefined
  feeMinor?: number | undefined
}

/** State of a refund at its provider. */
export interface RefundState {
  state: 'pending' | 'succeeded' | 'failed'
  /** Id of the refund here; absent for one that was made at the provider. */
  refundId?: string | undefined
  reference: string
  paymentReference: string
  amountMinor: number
}

export interface DisputeState {
  state: 'open' | 'won' | 'lost'
  reference: string
  paymentReference: string
  amountMinor: number
  feeMinor: number
  /** True if the provider has taken the amount. */
  isWithdrawn: boolean
  reason: string | null
}

export interface PayoutState {
  state: 'paid' | 'failed'
  reference: string
  amountMinor: number
  currency: string
}

/** Object of a provider, to be fetched. */
export interface ProviderObject {
  kind: 'session' | 'payment' | 'refund' | 'dispute' | 'payout'
  reference: string
}

export type Fetched =
  | ({ kind: 'payment' } & ProviderState)
  | ({ kind: 'refund' } & RefundState)
  | ({ kind: 'dispute' } & DisputeState)
  | ({ kind: 'payout' } & PayoutState)
  /** Of no interest: not final yet, or of another system. */
  | { kind: 'none' }

/** A message of a provider; it names an object to fetch, and nothing is booked from it. */
export interface ProviderEvent {
  id: string
  type: string
  object: ProviderObject | null
}

interface Call {
  /** The same for each repetition of a call, so that the provider carries it out once. */
  key: string
}

/**
 * Provider of payments. Its calls throw `ProviderError`; a call that is repeated with its key has the same effect as
 * one.
 */
export interface Provider {
  code: OnlineProviderCode
  /** True if no money moves. */
  isTrial: boolean
  authorise(payment: ProviderPayment, call: Call): Promise<ProviderState>
  capture(payment: ProviderPayment, amountMinor: number, call: Call): Promise<ProviderState>
  cancel(payment: ProviderPayment, call: Call): Promise<ProviderState>
  refund(
    payment: ProviderPayment,
    refund: { id: string; amountMinor: number },
    call: Call,
  ): Promise<RefundState>
  /** Returns a message whose signature is valid; null if it is not. */
  readEvent(rawBody: string, signature: string | undefined): Promise<ProviderEvent | null>
  /** Returns the state at the provider; null if it has no such object. */
  fetch(object: ProviderObject): Promise<Fetched | null>
  /** Returns a refund of a payment by its id here; null if the provider has none. */
  findRefund(payment: ProviderPayment, refundId: string): Promise<RefundState | null>
}

/** Failure of a call to a provider. */
export class ProviderError extends Error {
  /** True if the provider has decided, so that a repetition is useless; otherwise it is not known what happened. */
  readonly isFinal: boolean

  constructor(message: string, { isFinal }: { isFinal: boolean }) {
    super(message)
    this.isFinal = isFinal
  }
}
