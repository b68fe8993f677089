import { Type } from 'typebox'
import { clientRef } from './business-object.ts'
import { creates, sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { MethodOffer } from './methods.ts'
import {
  Amount,
  Bool,
  ById,
  closed,
  Count,
  Day,
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

const subject = 'Invoices'

export const invoiceTypes = ['invoice', 'credit_note'] as const

/** States; `in_progress` is issued and not paid in full. */
export const invoiceStates = ['created', 'in_progress', 'paid', 'closed', 'failed', 'cancelled'] as const

/** Files of an issued invoice. */
export const documentKinds = ['pdf', 'cii', 'ubl'] as const

/** Most lines of an invoice, which its documents have, too; further charges go to the next one. */
export const maxInvoiceLines = 1000

/** Most mails of invoices, and most reminders, to one address in an hour. */
export const maxInvoiceMailsPerHour = 200

/** Mails of an invoice: its documents, or a reminder of its payment. */
export const invoiceMailKinds = ['invoice', 'reminder'] as const
/** `stored`: written to a file because there is no mail server; not delivered. */
export const invoiceMailStates = ['queued', 'sent', 'stored', 'failed'] as const

export const Invoice = Type.Object({
  ...objectColumns,
  /** Number; null until it is issued. */
  code: Nullable(Text),
  ...clientRef,
  seller: Id,
  sellername: Text,
  currency: Text,
  net: Amount,
  tax: Amount,
  /** With tax. */
  amount: Amount,
  paid: Amount,
  credited: Amount,
  /** Amount that is still to be paid. */
  open: Amount,
  taxincluded: Bool,
  periodfrom: Day,
  periodto: Day,
  issued: Nullable(Day),
  due: Nullable(Day),
  overdue: Bool,
  /** Reference of the payment (ISO 11649). */
  reference: Nullable(Text),
  description: Nullable(Text),
  language: Text,
  /** Invoice of a credit note. */
  corrects: Nullable(Id),
  correctscode: Nullable(Text),
  /** Credited invoice that this one replaces. */
  replaces: Nullable(Id),
  replacescode: Nullable(Text),
  /** Invoice that replaces this one. */
  replacedby: Nullable(Id),
  replacedbycode: Nullable(Text),
  /** Paid through the trial provider. */
  trial: Bool,
  /** Error code of the reason why it could not be issued. */
  error: Nullable(Text),
  reminders: Int,
  reminded: Nullable(Instant),
  lines: Int,
  methods: ObjectMethods,
  version_no: Int,
})

const TaxTotal = Type.Object({
  country: Text,
  /** Basis points. */
  rate: Int,
  net: Amount,
  tax: Amount,
  gross: Amount,
})

/** A charge on an invoice. */
const InvoiceLine = Type.Object({
  line: Int,
  charge: Id,
  transaction: Id,
  /** Number of the session; null if it is deleted. */
  transactionid: Nullable(Int),
  /** Price of the session, with its calculation. */
  rating: Nullable(Id),
  /** Tariff of the price. */
  tariffid: Nullable(Id),
  service: Text,
  station: Text,
  place: Nullable(Text),
  tariff: Nullable(Text),
  datestart: Instant,
  datestop: Instant,
  timezone: Text,
  meterstart: Nullable(Int),
  meterstop: Nullable(Int),
  /** Wh, seconds or a count. */
  quantity: Int,
  /** Per kWh, hour or piece, as in the price list; null if several prices apply. */
  price: Nullable(Text),
  /** As in the price list. */
  amount: Amount,
  net: Amount,
  tax: Amount,
  /** Basis points. */
  rate: Int,
  country: Text,
})

export const InvoiceDocumentRow = Type.Object({
  id: Id,
  kind: Words(documentKinds),
  name: Text,
  size: Int,
  /** SHA-256 in hexadecimal digits. */
  sha256: Text,
  created: Instant,
  /** Address of the file, valid for a short time. */
  url: Text,
})

const InvoiceMail = Type.Object({
  id: Id,
  kind: Words(invoiceMailKinds),
  recipient: Text,
  state: Words(invoiceMailStates),
  created: Instant,
  /** Why the last attempt failed. */
  error: Nullable(Text),
})

const InvoiceDetail = Type.Object({
  ...Invoice.properties,
  taxes: Type.Array(TaxTotal),
  documents: Type.Array(InvoiceDocumentRow),
  creditnotes: Type.Array(
    Type.Object({ id: Id, code: Nullable(Text), amount: Amount, issued: Nullable(Day) }),
  ),
  /** Mails to the client, the newest first; none for users of a client. */
  mails: Type.Array(InvoiceMail),
  /** When the reminders ended without a payment. */
  dunningended: Nullable(Instant),
  /** Invoice of the demo: nothing is booked for it, and it cannot be paid. */
  demo: Bool,
})

export const invoiceList = endpoint({
  path: '/invoice/list',
  subject,
  summary: 'Invoices and credit notes that the caller may see',
  may: 'operator',
  use: sees('invoice'),
  csv: true,
  body: ListQuery,
  answer: Type.Array(Invoice),
})

export const invoiceCount = endpoint({
  path: '/invoice/count',
  subject,
  summary: 'How many invoices match',
  may: 'operator',
  use: sees('invoice'),
  body: ListQuery,
  answer: Count,
})

export const invoiceGet = endpoint({
  path: '/invoice/get',
  subject,
  summary: 'One invoice with its taxes, documents and credit notes',
  may: 'operator',
  use: sees('invoice'),
  body: ById,
  answer: InvoiceDetail,
})

export const invoiceLines = endpoint({
  path: '/invoice/line/list',
  subject,
  summary: 'Lines of an invoice, in their order',
  may: 'operator',
  use: sees('invoice'),
  query: true,
  body: Type.Object(
    {
      id: Id,
      reclimit: Optional(Type.Integer({ minimum: 1, maximum: 500 })),
      recoffset: Optional(Type.Integer({ minimum: 0, maximum: maxInvoiceLines })),
    },
    closed,
  ),
  answer: Type.Array(InvoiceLine),
})

export const invoiceMethod = endpoint({
  path: '/invoice/method',
  subject,
  summary: 'Methods that the caller can run on the invoice now',
  may: 'operator',
  use: sees('invoice'),
  body: JustId,
  answer: Type.Array(MethodOffer),
})

export const invoiceDraft = endpoint({
  path: '/invoice/draft',
  subject,
  summary:
    'Create drafts from the charges of a client that no invoice contains, one per currency and kind of price list',
  may: 'operator',
  use: creates('invoice'),
  query: true,
  body: Type.Object(
    {
      client: Id,
      /** Default: the default seller of the account. */
      seller: Optional(Id),
      /** Days of the seller's time zone; the end of a session decides. */
      periodfrom: Day,
      periodto: Day,
    },
    closed,
  ),
  answer: Type.Array(Invoice),
})
