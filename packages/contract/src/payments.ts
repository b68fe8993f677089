import { Type } from 'typebox'
import { clientRef } from './business-object.ts'
import { creates, noClass, sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { MethodOffer } from './methods.ts'
import {
  Amount,
  AmountOfRequest,
  Bool,
  ById,
  closed,
  Count,
  Done,
  Empty,
  Id,
  Instant,
  Int,
  JustId,
  ListQuery,
  Nullable,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  Words,
} from './shapes.ts'

const subject = 'Payments'

/** Providers, which are the types of payments: transfers that users record, trial, Stripe. */
export const paymentTypes = ['manual', 'offline', 'stripe'] as const

/** Providers that a payer chooses. */
export const onlineProviders = ['offline', 'stripe'] as const

export const paymentStates = [
  'pending',
  'waiting_for_capture',
  'succeeded',
  'refunded',
  'cancelled',
  'expired',
  'failed',
] as const

/** An invoice is paid, a client pays in advance, or a guest reserves an amount. */
export const paymentPurposes = ['invoice', 'top_up', 'guest'] as const

export const refundStates = ['pending', 'succeeded', 'failed'] as const
export const disputeStates = ['open', 'won', 'lost'] as const

export const Payment = Type.Object({
  ...objectColumns,
  /** Number. */
  code: Text,
  /** Number of the invoice, or the purpose. */
  label: Text,
  ...clientRef,
  purpose: Words(paymentPurposes),
  description: Nullable(Text),
  statustext: Text,
  currency: Text,
  amount: Amount,
  captured: Amount,
  /** Refunds that have not failed. */
  refunded: Amount,
  /** Amount that can still be refunded. */
  refundable: Amount,
  /** Time at which the payer paid, or at which the payment was created. */
  datetime: Instant,
  /** Time of the booking. */
  operdate: Nullable(Instant),
  invoice: Nullable(Id),
  invoicecode: Nullable(Text),
  /** Transfer of the ledger. */
  order: Nullable(Id),
  /** Reference at the provider. */
  reference: Nullable(Text),
  /** Address at which the payer pays; null if there is none, or no longer. */
  checkout: Nullable(Text),
  expires: Nullable(Instant),
  /** End of the authorization at the provider. */
  capturebefore: Nullable(Instant),
  /** No money moves. */
  trial: Bool,
  /** Error code of the reason why it failed. */
  error: Nullable(Text),
  methods: ObjectMethods,
  version_no: Int,
})

const Refund = Type.Object({
  id: Id,
  statecode: Words(refundStates),
  amount: Amount,
  reason: Nullable(Text),
  error: Nullable(Text),
  created: Instant,
})

const Dispute = Type.Object({
  id: Id,
  statecode: Words(disputeStates),
  amount: Amount,
  reason: Nullable(Text),
  created: Instant,
})

const PaymentDetail = Type.Object({
  ...Payment.properties,
  refunds: Type.Array(Refund),
  disputes: Type.Array(Dispute),
})

const ofPayments = { subject, may: 'operator', use: sees('payment') } as const

export const paymentList = endpoint({
  ...ofPayments,
  path: '/payment/list',
  summary: 'Payments that the caller may see',
  csv: true,
  body: ListQuery,
  answer: Type.Array(Payment),
})

export const paymentCount = endpoint({
  ...ofPayments,
  path: '/payment/count',
  summary: 'How many payments match',
  body: ListQuery,
  answer: Count,
})

export const paymentGet = endpoint({
  ...ofPayments,
  path: '/payment/get',
  summary: 'One payment with its refunds and disputes',
  body: ById,
  answer: PaymentDetail,
})

export const paymentMethod = endpoint({
  ...ofPayments,
  path: '/payment/method',
  summary: 'Methods that the caller can run on the payment now',
  body: JustId,
  answer: Type.Array(MethodOffer),
})

export const paymentCreate = endpoint({
  subject,
  may: 'operator',
  path: '/payment/create',
  summary:
    'Pay what is open of an invoice, or an amount in advance for a client; returns the payment with the address at which to pay',
  use: creates('payment'),
  body: Type.Object(
    {
      /** Chosen by the caller, so that a repeated request creates one payment. */
      id: Optional(Id),
      invoice: Optional(Id),
      /** With an amount, instead of an invoice. */
      client: Optional(Id),
      amount: Optional(AmountOfRequest),
      provider: Words(onlineProviders),
      /** Path of this server to which the payer returns. */
      returnto: Optional(Type.String({ maxLength: 500 })),
      /** Later: a user captures it, or it is captured a day before its authorization ends. */
      capture: Optional(Words(['now', 'later'])),
    },
    closed,
  ),
  answer: Payment,
})

export const paymentProviders = endpoint({
  ...ofPayments,
  path: '/payment/type',
  summary: 'Providers with which payments can be made',
  body: Empty,
  answer: Type.Array(
    Type.Object({
      code: Words(paymentTypes),
      /** No money moves. */
      trial: Bool,
      /** True if payers pay with it by themselves. */
      online: Bool,
    }),
  ),
})

export const paymentEvent = endpoint({
  subject,
  may: 'public',
  path: '/payment/event/stripe',
  summary: 'Signed messages of Stripe (webhook): stored, and answered before they are processed',
  // after an interruption it sends all messages together, from few addresses; those with a wrong signature have a lower limit
  maxPerMinute: 6000,
  use: noClass,
  maxBytes: 256 * 1024,
  body: Type.Object({}),
  answer: Done,
})
