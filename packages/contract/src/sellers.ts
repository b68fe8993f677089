import { Type } from 'typebox'
import { businessObjectEndpoints, objectCode, optionalText } from './business-object.ts'
import { Bool, Int, Nullable, objectColumns, ObjectMethods, Optional, Text, Words } from './shapes.ts'

/** Schedules of invoices: on the first day of a month, after each session, or by a user. */
export const invoiceSchedules = ['monthly', 'immediate', 'manual'] as const

/** Longest time in days until an invoice is due. */
export const maxPaymentDays = 365

/** Most reminders of an invoice. */
export const maxReminders = 5

/** Largest file of a logo. */
export const sellerLogoMaxBytes = 1024 * 1024
const logoMaxLength = Math.ceil((sellerLogoMaxBytes * 4) / 3) + 100

const country = Type.String({ pattern: '^[A-Z]{2}$' })
/** Scheme of an electronic address: a code of ISO 6523, or EM for a mail address. */
const scheme = Type.String({ pattern: '^([0-9]{4}|EM)$' })

/** Postal and electronic address of a seller or a client. */
export const invoicePartyColumns = {
  street: Nullable(Text),
  postalcode: Nullable(Text),
  city: Nullable(Text),
  countrycode: Nullable(Text),
  vatid: Nullable(Text),
  electronicaddress: Nullable(Text),
  electronicscheme: Nullable(Text),
}
export const invoicePartyFields = {
  street: optionalText(120),
  postalcode: optionalText(20),
  city: optionalText(80),
  countrycode: Optional(Nullable(country)),
  vatid: Optional(Nullable(Type.String({ pattern: '^[A-Z]{2}[A-Z0-9 .-]{2,20}$' }))),
  electronicaddress: optionalText(120),
  electronicscheme: Optional(Nullable(scheme)),
}

/** Company that issues invoices, with its legal data. */
export const Seller = Type.Object({
  ...objectColumns,
  /** Number of the seller, unique within its account. */
  code: Text,
  /** Legal name. */
  name: Text,
  /** Trade name. */
  label: Nullable(Text),
  description: Nullable(Text),
  ...invoicePartyColumns,
  taxnumber: Nullable(Text),
  /** Court and number of the commercial register. */
  register: Nullable(Text),
  /** Managing directors, where their names are required. */
  managing: Nullable(Text),
  iban: Nullable(Text),
  bic: Nullable(Text),
  email: Nullable(Text),
  phone: Nullable(Text),
  website: Nullable(Text),
  /** No tax is shown on its invoices. */
  smallbusiness: Bool,
  /** Form of invoice numbers with `{series}`, `{year}` and `{number}`. */
  numberpattern: Text,
  paymentdays: Int,
  schedule: Words(invoiceSchedules),
  timezone: Text,
  retentionyears: Int,
  /** Days after the due date on which clients are reminded, in order; none: no reminders. */
  reminderdays: Type.Array(Int),
  /** Address of the logo, valid for a short time. */
  logo: Nullable(Text),
  /** Issues the invoices of the account. */
  isdefault: Bool,
  /** Fields that an invoice requires and that are empty. */
  missing: Type.Array(Text),
  tags: Type.Array(Text),
  methods: ObjectMethods,
  version_no: Int,
})

const seller = businessObjectEndpoints('seller', {
  subject: 'Sellers',
  one: 'seller',
  row: Seller,
  maxBytes: logoMaxLength + 64 * 1024,
  fields: {
    code: objectCode,
    name: Optional(Type.String({ minLength: 1, maxLength: 200 })),
    label: optionalText(120),
    ...invoicePartyFields,
    taxnumber: optionalText(40),
    register: optionalText(120),
    managing: optionalText(200),
    iban: optionalText(42),
    bic: Optional(Nullable(Type.String({ pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$' }))),
    email: optionalText(254),
    phone: optionalText(40),
    website: optionalText(200),
    smallbusiness: Optional(Bool),
    numberpattern: Optional(Type.String({ minLength: 1, maxLength: 60 })),
    paymentdays: Optional(Type.Integer({ minimum: 0, maximum: maxPaymentDays })),
    schedule: Optional(Words(invoiceSchedules)),
    timezone: Optional(Type.String({ minLength: 1, maxLength: 60 })),
    retentionyears: Optional(Type.Integer({ minimum: 1, maximum: 30 })),
    reminderdays: Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), { maxItems: maxReminders }),
    ),
    /** Picture in base64; null removes it. */
    logo: Optional(Nullable(Type.String({ maxLength: logoMaxLength }))),
    isdefault: Optional(Bool),
  },
})
export const sellerList = seller.list
export const sellerCount = seller.count
export const sellerGet = seller.get
export const sellerSet = seller.set
export const sellerMethod = seller.method
export const sellerType = seller.type
