/**
 * Documents of an invoice: PDF with attachments, CII and UBL. Pure functions of an `InvoiceDocument`, without database,
 * clock and network. Not here: when a document is issued, its number, and where it is stored.
 */

import type { locales } from '@stationmaster/contract'

export type DocumentLanguage = (typeof locales)[number]

/** Specification that an electronic invoice follows. Factur-X (ZUGFeRD) is EN 16931 without additions. */
export type Profile = 'factur-x' | 'xrechnung' | 'peppol'

/** Day as YYYY-MM-DD. */
export type Day = string
/** Local time with the offset of the station's zone: `2026-11-03T18:02:11+01:00`. */
export type LocalTime = string

/** UNTDID 1001: 380 is an invoice, 381 a credit note. Amounts of both are positive. */
export type DocumentType = 380 | 381

export type Service = 'ENERGY' | 'TIME' | 'PARKING_TIME' | 'FLAT'

export type PostalAddress = {
  street: string
  additional: string | null
  postalCode: string
  city: string
  /** ISO 3166-1, two letters. */
  country: string
}

/** Address for electronic invoices with its scheme of the list EAS, such as `0204` or `EM`. */
export type ElectronicAddress = { scheme: string; id: string }

export type Seller = {
  legalName: string
  address: PostalAddress
  vatId: string | null
  taxNumber: string | null
  /** Court and number of the commercial register. */
  register: string | null
  /** Names of those who represent the company. */
  managing: string | null
  iban: string | null
  bic: string | null
  /** PNG or JPEG. */
  logo: Uint8Array | null
  electronicAddress: ElectronicAddress | null
  contact: { name: string; phone: string; email: string } | null
  /** Exempt from VAT as a small business. */
  isSmallBusiness: boolean
}

export type Buyer = {
  name: string
  address: PostalAddress
  /** Number of the client at the seller. */
  number: string | null
  vatId: string | null
  /** Reference that the buyer requires; in Germany the Leitweg-ID of authorities. */
  reference: string | null
  electronicAddress: ElectronicAddress | null
}

/** Signed meter value, unchanged, with the key of its meter. */
export type SignedValue = {
  context: 'Transaction.Begin' | 'Transaction.End'
  /** Format by the name that transparency software uses. */
  format: 'OCMF' | 'EDL_40_P' | 'ALFEN'
  data: string
  publicKey: string | null
}

export type ChargingSession = {
  /** Number that the client sees. */
  number: string
  station: string
  site: string | null
  startedAt: LocalTime
  stoppedAt: LocalTime
  meterStartWh: number | null
  meterStopWh: number | null
  energyWh: number
  /** Signed values of the readings at start and stop; empty if the meter does not sign. */
  signedValues: readonly SignedValue[]
}

/** Part of a line to which one price applies. */
export type CalculationPart = {
  /** Null if the part has no time: what a step size or a minimum price adds. */
  from: LocalTime | null
  to: LocalTime | null
  /** In Wh, seconds or pieces, as the service of the line; null if it has another unit. */
  quantity: number | null
  /** Exact result in the major unit, as decimal text or as a fraction: `5.0525`, `17/3`. */
  exact: string
  /** `step`: added by the step size. `grace`: free idle time. `minimum`: up to the minimum price. */
  reason: 'price' | 'step' | 'grace' | 'minimum'
  /** The reading at one end lies between two samples of the meter. */
  isInterpolated: boolean
}

/** One service of one charging session. */
export type InvoiceLine = {
  label: string
  service: Service
  /** In Wh, seconds or pieces. */
  quantity: number
  /** With tax if `pricesIncludeTax`, otherwise without; negative if the line takes another one back. */
  amountMinor: number
  /** Net amount as booked; with those of the other lines the net total. */
  netMinor: number
  /** Tax rate in basis points: 1900 is 19 %. */
  taxBp: number
  session: ChargingSession | null
  /** Calculation of the amount; their rounded sum exceeds it if a maximum price applies. Empty if it is not known. */
  parts: readonly CalculationPart[]
}

/** Total of the lines with one tax rate. The tax is computed once per rate and document. */
export type TaxTotal = { taxBp: number; netMinor: number; taxMinor: number; grossMinor: number }

/** Finished invoice or credit note. */
export type InvoiceDocument = {
  type: DocumentType
  number: string
  issuedOn: Day
  /** First and last day. */
  period: { from: Day; to: Day }
  dueOn: Day | null
  language: DocumentLanguage
  /** ISO 4217. */
  currency: string
  pricesIncludeTax: boolean
  /** The buyer owes the tax (article 194 to 196 of the VAT directive). */
  isReverseCharge: boolean
  seller: Seller
  buyer: Buyer
  lines: readonly InvoiceLine[]
  totals: readonly TaxTotal[]
  paidMinor: number
  /** Invoice that a credit note corrects, or that an invoice replaces (BG-3 of EN 16931). */
  precedingInvoice: { number: string; issuedOn: Day } | null
  /** Statement on the prices shown before the start (AFIR, article 5; in Germany PAngV, section 14). */
  priceStatement: string | null
  /** Name and address of the software that verifies signed values. */
  transparencySoftware: string | null
  /** Further notes in the language of the document. */
  notes: readonly string[]
  /** Creditor reference (ISO 11649); null if the document needs no transfer. */
  paymentReference: string | null
  /** Made without a real payment provider: the document is marked and is not an invoice. */
  isTrial: boolean
}
