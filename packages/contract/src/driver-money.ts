import { Type } from 'typebox'
import { creates, sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { documentKinds, Invoice } from './invoices.ts'
import { onlineProviders, Payment } from './payments.ts'
import {
  Amount,
  AmountOfRequest,
  Bool,
  closed,
  Empty,
  Id,
  Nullable,
  Optional,
  Text,
  Words,
} from './shapes.ts'

/** The money of a client for its drivers: those who are its only user, and those who have the right on the class. */
const money = { subject: 'Drivers', may: 'client' } as const

/** Invoices that one request returns. */
export const maxDriverInvoices = 50

export const driverMoneyGet = endpoint({
  ...money,
  path: '/driver/money/get',
  summary: "Balance of the caller's client in its currency, and the providers with which it can be topped up",
  use: sees('account', ['driver']),
  body: Empty,
  answer: Type.Object({
    /** Client that the caller belongs to; its cards are paid from this balance. */
    client: Id,
    name: Text,
    currency: Text,
    /** True if the client pays in advance: sessions start only if the balance covers what is reserved for them. */
    prepaid: Bool,
    /** Credits minus debits; negative if the client owes money. */
    balance: Amount,
    /** Reserved for running sessions. */
    held: Amount,
    creditlimit: Amount,
    /** Balance minus reserved amounts plus credit limit. */
    available: Amount,
    /** Balance below which the client gets a notice; null: none is set. */
    lowbalance: Nullable(Amount),
    /** True if the balance is below that. */
    low: Bool,
    providers: Type.Array(Type.Object({ code: Words(onlineProviders), /** No money moves. */ trial: Bool })),
  }),
})

const DriverInvoice = Type.Pick(Invoice, [
  'id',
  'typecode',
  'statecode',
  'code',
  'sellername',
  'currency',
  'amount',
  'open',
  'issued',
  'due',
  'overdue',
  'periodfrom',
  'periodto',
  'trial',
])

export const driverInvoiceList = endpoint({
  ...money,
  path: '/driver/invoice/list',
  summary: "Issued invoices and credit notes of the caller's client, the newest first",
  use: sees('invoice', ['driver']),
  body: Type.Object({ recoffset: Optional(Type.Integer({ minimum: 0, maximum: 100_000 })) }, closed),
  answer: Type.Array(DriverInvoice),
})

export const driverInvoiceGet = endpoint({
  ...money,
  path: '/driver/invoice/get',
  summary: "One invoice of the caller's client with its documents",
  use: sees('invoice', ['driver']),
  body: Type.Object({ id: Id }, closed),
  answer: Type.Object({
    ...DriverInvoice.properties,
    documents: Type.Array(
      Type.Object({
        kind: Words(documentKinds),
        name: Text,
        /** Address of the file, valid for a short time. */
        url: Text,
      }),
    ),
  }),
})

const DriverPayment = Type.Pick(Payment, [
  'id',
  'statecode',
  'purpose',
  'currency',
  'amount',
  'created',
  'invoice',
  'invoicecode',
  'checkout',
  'trial',
  'error',
])

export const driverPaymentCreate = endpoint({
  ...money,
  path: '/driver/payment/create',
  summary:
    "Top up the balance of the caller's client by an amount, or pay what is open of its invoice; returns the payment with the address at which to pay",
  use: creates('payment', ['driver']),
  maxPerMinute: 20,
  body: Type.Object(
    {
      /** Chosen by the caller, so that a repeated request creates one payment. */
      id: Id,
      invoice: Optional(Id),
      /** Top-up, instead of an invoice. */
      amount: Optional(AmountOfRequest),
      provider: Words(onlineProviders),
    },
    closed,
  ),
  answer: DriverPayment,
})

export const driverPaymentGet = endpoint({
  ...money,
  path: '/driver/payment/get',
  summary:
    "State of a payment of the caller's client; one that waits for its payer is compared with its provider",
  use: sees('payment', ['driver']),
  maxPerMinute: 120,
  body: Type.Object({ id: Id }, closed),
  answer: DriverPayment,
})
