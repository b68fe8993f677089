import { Type } from 'typebox'
import { businessObjectEndpoints, objectCode, optionalText } from './business-object.ts'
import { sees } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import { invoicePartyColumns, invoicePartyFields, invoiceSchedules, maxPaymentDays } from './sellers.ts'
import { locales } from './session.ts'
import {
  AmountOfRequest,
  Bool,
  closed,
  Day,
  Id,
  Int,
  JustId,
  Nullable,
  Num,
  objectColumns,
  ObjectMethods,
  Optional,
  Text,
  Words,
} from './shapes.ts'

/** Built-in types; administrators may add others, which `/client/type` returns. */
export const clientTypes = ['company', 'customer', 'driver'] as const

export const Client = Type.Object({
  ...objectColumns,
  /** Number of the client, unique within its account. */
  code: Text,
  /** Name of the company, or full name of the person. */
  name: Text,
  firstname: Nullable(Text),
  lastname: Nullable(Text),
  middlename: Nullable(Text),
  label: Nullable(Text),
  description: Nullable(Text),
  /** Login of the first user of the client. */
  username: Nullable(Text),
  currencycode: Text,
  email: Nullable(Text),
  emailverified: Bool,
  phone: Nullable(Text),
  phoneverified: Bool,
  birthday: Nullable(Text),
  /** Registration or tax number. */
  identity: Nullable(Text),
  localecode: Text,
  ...invoicePartyColumns,
  /** In Germany the Leitweg-ID of a public buyer. */
  buyerreference: Nullable(Text),
  /** Days until an invoice is due; null: those of the seller. */
  paymentdays: Nullable(Int),
  /** Invoices and reminders are sent to its email address. */
  invoicemailed: Bool,
  /** Schedule of the invoices; null: that of the seller. */
  schedule: Nullable(Words(invoiceSchedules)),
  /** Group of clients with the same prices; null: none. */
  group: Nullable(Id),
  groupcode: Nullable(Text),
  grouplabel: Nullable(Text),
  /** True if it pays in advance. */
  isprepaid: Bool,
  /** Its users and the operators get a notice when the balance falls below this amount; null: no notice. */
  lowbalance: Nullable(Text),
  /** True if it owes the tax itself (reverse charge), so that its prices are without tax. */
  isreversecharge: Bool,
  tags: Type.Array(Text),
  stations: Int,
  cards: Int,
  users: Int,
  methods: ObjectMethods,
  version_no: Int,
})

const client = businessObjectEndpoints('client', {
  subject: 'Clients',
  one: 'client',
  row: Client,
  fields: {
    code: objectCode,
    name: Optional(Type.String({ minLength: 1, maxLength: 200 })),
    firstname: optionalText(120),
    lastname: optionalText(120),
    middlename: optionalText(120),
    label: optionalText(120),
    currencycode: Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
    email: optionalText(254),
    emailverified: Optional(Bool),
    phone: optionalText(40),
    phoneverified: Optional(Bool),
    birthday: Optional(Nullable(Day)),
    identity: optionalText(60),
    localecode: Optional(Words(locales)),
    ...invoicePartyFields,
    buyerreference: optionalText(60),
    paymentdays: Optional(Nullable(Type.Integer({ minimum: 0, maximum: maxPaymentDays }))),
    invoicemailed: Optional(Bool),
    schedule: Optional(Nullable(Words(invoiceSchedules))),
    isprepaid: Optional(Bool),
    /** In units of the currency of the client. */
    lowbalance: Optional(Nullable(AmountOfRequest)),
    isreversecharge: Optional(Bool),
  },
})
export const clientList = client.list
export const clientCount = client.count
export const clientGet = client.get
export const clientSet = client.set
export const clientMethod = client.method
export const clientType = client.type

const clientImport = importEndpoints('client', { subject: 'Clients', many: 'clients' })
export const clientImportCheck = clientImport.check
export const clientImportRun = clientImport.run

export const totalPeriods = ['today', 'week', 'month', 'all'] as const

const PeriodTotals = Type.Object({
  period: Words(totalPeriods),
  /** Sessions that started in the period: at stations of the client, and with its cards. */
  sessions: Int,
  /** Wh of these sessions. */
  energy: Num,
  /** Seconds of these sessions. */
  duration: Num,
})
export const clientTotals = endpoint({
  path: '/client/totals',
  subject: 'Clients',
  summary: 'Sessions, energy and duration of a client today, this week, this month and in all',
  may: 'operator',
  use: sees('client'),
  query: true,
  body: Type.Object(
    { ...JustId.properties, /** IANA time zone of the periods; UTC by default. */ timezone: Optional(Text) },
    closed,
  ),
  answer: Type.Array(PeriodTotals),
})
