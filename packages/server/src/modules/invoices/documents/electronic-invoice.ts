import { currencyDigits } from './currency.ts'
import { decimalText, divide, fractionOf, multiply, readDecimal, round, trimDecimals } from './decimals.ts'
import { unitPricesOf, unitSize } from './calculation.ts'
import { type DocumentProblem, type Report, findDocumentProblems } from './document-problems.ts'
import { isPeppolAddress } from './peppol-addresses.ts'
import { checkNationalRules } from './peppol-countries.ts'
import type { Day, InvoiceDocument, InvoiceLine, Profile, Service } from './invoice-document.ts'
import { textsOf } from './texts.ts'
import { documentSums } from './totals.ts'

const billingProcess = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const norm = 'urn:cen.eu:en16931:2017'

/** Identifiers of specification (BT-24) and process (BT-23). */
export const specifications: Readonly<Record<Profile, { id: string; process: string | null }>> = {
  'factur-x': { id: norm, process: null },
  xrechnung: { id: `${norm}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, process: billingProcess },
  peppol: { id: `${norm}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`, process: billingProcess },
}

/** Returns what prevents the document from being an electronic invoice of the profile. */
export function findElectronicInvoiceProblems(
  document: InvoiceDocument,
  profile: Profile,
): DocumentProblem[] {
  const problems = findDocumentProblems(document)
  const report: Report = (field, rule) => {
    if (problems.length < 100) problems.push({ field, rule })
  }
  const { seller, buyer } = document
  if (document.isTrial) report('isTrial', 'not-allowed')
  // EN 16931, BR-DEC-*: amounts have at most two decimals.
  if ((currencyDigits(document.currency) ?? 0) > 2) report('currency', 'not-allowed')
  if (profile !== 'factur-x') {
    // XRechnung, BR-DE-15; Peppol, PEPPOL-EN16931-R003, R010 and R020.
    if (!buyer.reference?.trim()) report('buyer.reference', 'missing')
    if (!seller.electronicAddress) report('seller.electronicAddress', 'missing')
    if (!buyer.electronicAddress) report('buyer.electronicAddress', 'missing')
  }
  if (profile === 'peppol') {
    checkNationalRules(document, report)
    for (const [party, { electronicAddress: known }] of Object.entries({ seller, buyer }))
      if (known && !isPeppolAddress(known)) report(`${party}.electronicAddress`, 'not-allowed')
  }
  // Between two Germans Peppol requires the same as XRechnung (DE-R-*).
  const isGerman = seller.address.country === 'DE' && buyer.address.country === 'DE'
  if (profile === 'xrechnung' || (profile === 'peppol' && isGerman)) {
    // BR-DE-2, BR-DE-5 to BR-DE-9.
    if (!seller.contact) report('seller.contact', 'missing')
    for (const field of ['postalCode', 'city'] as const)
      if (buyer.address[field].trim() === '') report(`buyer.address.${field}`, 'missing')
  }
  return problems
}

/** Category of tax (UNTDID 5305) with the reason of an exemption. */
export type TaxCategory = { code: 'S' | 'Z' | 'E' | 'AE'; reason: string | null; reasonCode: string | null }

function categoryOf(document: InvoiceDocument, taxBp: number): TaxCategory {
  const texts = textsOf(document.language)
  if (document.isReverseCharge) return { code: 'AE', reason: texts.reverseCharge, reasonCode: 'VATEX-EU-AE' }
  if (document.seller.isSmallBusiness) return { code: 'E', reason: texts.smallBusiness, reasonCode: null }
  return { code: taxBp > 0 ? 'S' : 'Z', reason: null, reasonCode: null }
}

/** Amounts, quantities and codes of a line, as texts. */
export type ElectronicLine = {
  id: string
  source: InvoiceLine
  quantity: string
  unitCode: string
  netAmount: string
  price: string
  /** Quantity to which the price applies, if it is not one. */
  baseQuantity: string | null
  category: TaxCategory
  percent: string
  properties: readonly (readonly [name: string, value: string])[]
}

export type ElectronicTax = { category: TaxCategory; percent: string; net: string; tax: string }

/** Content of an electronic invoice, which the two syntaxes write in their own order. */
export type ElectronicInvoice = {
  document: InvoiceDocument
  profile: Profile
  lines: readonly ElectronicLine[]
  taxes: readonly ElectronicTax[]
  sums: { net: string; tax: string; gross: string; paid: string | null; due: string }
  /** UNTDID 4461: 58 is a SEPA transfer, 30 a transfer, 1 not defined. */
  paymentMeansCode: '58' | '30' | '1'
  paymentTerms: string | null
  notes: readonly string[]
  period: { from: Day; to: Day }
  /** Day on which the last session ended. */
  deliveredOn: Day
}

/** Rate in basis points as percentage without zeros at the end. */
const percentOf = (taxBp: number) => trimDecimals(decimalText(BigInt(taxBp), 2))

/** Prepares the content of an electronic invoice. The document has no problems. */
export function electronicInvoice(document: InvoiceDocument, profile: Profile): ElectronicInvoice {
  const digits = currencyDigits(document.currency) ?? 2
  const amount = (minor: number) => decimalText(BigInt(minor), digits)
  const sums = documentSums(document)
  const texts = textsOf(document.language)
  const isTransfer = sums.dueMinor > 0 && document.type === 380 && document.seller.iban !== null
  return {
    document,
    profile,
    lines: document.lines.map((line, index) => {
      const { netMinor } = line
      return {
        id: String(index + 1),
        source: line,
        netAmount: amount(netMinor),
        ...quantityAndPrice(line, { netMinor, digits, isNetPrice: !document.pricesIncludeTax }),
        category: categoryOf(document, line.taxBp),
        percent: percentOf(line.taxBp),
        properties: propertiesOf(line, texts),
      }
    }),
    taxes: document.totals.map(({ taxBp, netMinor, taxMinor }) => ({
      category: categoryOf(document, taxBp),
      percent: percentOf(taxBp),
      net: amount(netMinor),
      tax: amount(taxMinor),
    })),
    sums: {
      net: amount(sums.netMinor),
      tax: amount(sums.taxMinor),
      gross: amount(sums.grossMinor),
      paid: document.paidMinor > 0 ? amount(document.paidMinor) : null,
      due: amount(sums.dueMinor),
    },
    paymentMeansCode: isTransfer ? (document.currency === 'EUR' ? '58' : '30') : '1',
    paymentTerms: termsOf(document, sums.dueMinor),
    notes: notesOf(document, texts),
    period: coveredPeriod(document),
    deliveredOn: deliveredOn(document),
  }
}

/**
 * Returns terms unless there is a due date: an amount due needs one of them (EN 16931, BR-CO-25), and CII of
 * XRechnung needs terms in any case (BR-DE-18-a).
 */
function termsOf({ dueOn, type, language }: InvoiceDocument, dueMinor: number): string | null {
  const texts = textsOf(language)
  if (dueOn !== null) return null
  if (type === 381) return texts.creditTerms
  return dueMinor > 0 ? texts.dueAtOnce : texts.nothingDue
}

/** Returns all notes of a document, in the order in which they are printed. */
export function notesOf(document: InvoiceDocument, texts: ReturnType<typeof textsOf>): string[] {
  return [
    ...(document.isReverseCharge ? [texts.reverseCharge] : []),
    ...(document.seller.isSmallBusiness ? [texts.smallBusiness] : []),
    ...(document.priceStatement ? [document.priceStatement] : []),
    ...(document.transparencySoftware
      ? [`${texts.transparencySoftware} ${document.transparencySoftware}`]
      : []),
    ...document.notes,
  ].filter((note) => note.trim() !== '')
}

/** Returns the period of the document, extended to its sessions (Peppol, PEPPOL-EN16931-R110 and R111). */
function coveredPeriod({ period, lines }: InvoiceDocument) {
  const days = lines.flatMap(({ session }) =>
    session ? [session.startedAt.slice(0, 10), session.stoppedAt.slice(0, 10)] : [],
  )
  const sorted = [period.from, period.to, ...days].toSorted()
  return { from: sorted[0] ?? period.from, to: sorted.at(-1) ?? period.to }
}

function deliveredOn({ period, lines }: InvoiceDocument): Day {
  const days = lines.flatMap(({ session }) => (session ? [session.stoppedAt.slice(0, 10)] : []))
  return days.toSorted().at(-1) ?? period.to
}

/** UN/ECE recommendation 20: kilowatt hour, second, one. */
const unitCodes: Readonly<Record<Service, string>> = {
  ENERGY: 'KWH',
  TIME: 'SEC',
  PARKING_TIME: 'SEC',
  FLAT: 'C62',
}

const perUnit: Readonly<Record<Service, number>> = { ENERGY: 1, TIME: 3_600, PARKING_TIME: 3_600, FLAT: 1 }

type NetLine = { netMinor: number; digits: number; isNetPrice: boolean }

/**
 * Returns quantity and net price, whose product is the net amount of the line. The price of the list is used if it
 * gives this amount; otherwise the shortest price that does, as with several prices or prices with tax.
 */
function quantityAndPrice(line: InvoiceLine, { netMinor, digits, isNetPrice }: NetLine) {
  const { service } = line
  // A line that takes another one back has a negative quantity; prices are never negative (BR-27).
  const quantity = netMinor < 0 ? -line.quantity : line.quantity
  const units = fractionOf(quantity, unitSize[service])
  const gives = (price: string) => {
    const each = readDecimal(price)
    return each !== null && round(multiply(each, units), digits) === BigInt(netMinor)
  }
  const base = perUnit[service]
  const shared = {
    quantity: service === 'ENERGY' ? decimalText(BigInt(quantity), 3) : String(quantity),
    unitCode: unitCodes[service],
    baseQuantity: base === 1 ? null : String(base),
  }
  const [listed, ...others] = unitPricesOf(line)
  if (listed !== undefined && isNetPrice && others.length === 0 && line.quantity > 0 && gives(listed))
    return { ...shared, price: trimDecimals(listed, digits) }
  if (line.quantity > 0)
    for (let decimals = Math.max(digits, 4); decimals <= 16; decimals += 1) {
      const each = divide(fractionOf(netMinor, 10 ** digits), units)
      const price = trimDecimals(decimalText(round(each, decimals), decimals), digits)
      if (gives(price)) return { ...shared, price }
    }
  const price = decimalText(BigInt(Math.abs(netMinor)), digits)
  return { quantity: netMinor < 0 ? '-1' : '1', unitCode: 'C62', baseQuantity: null, price }
}

const reading = (wh: number | null) => (wh === null ? null : `${decimalText(BigInt(wh), 3)} kWh`)

function propertiesOf({ session }: InvoiceLine, texts: ReturnType<typeof textsOf>) {
  if (!session) return []
  const rows: (readonly [string, string | null])[] = [
    [texts.session, session.number],
    [texts.station, session.station],
    [texts.site, session.site],
    [texts.begin, session.startedAt],
    [texts.end, session.stoppedAt],
    [texts.meterBegin, reading(session.meterStartWh)],
    [texts.meterEnd, reading(session.meterStopWh)],
  ]
  return rows.flatMap(([name, value]) => (value?.trim() ? [[name, value] as const] : []))
}
