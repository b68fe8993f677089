import { taxOf } from '../../../shared/taxes.ts'
import { currencyDigits } from './currency.ts'
import { computedAmount } from './calculation.ts'
import { readExact } from './decimals.ts'
import { documentLimits as limits } from './document-limits.ts'
import { isAddressScheme, isCountry } from './electronic-codes.ts'
import { isAddressOf, isBic, isCreditorReference, isIban } from './identifiers.ts'
import type {
  Buyer,
  CalculationPart,
  InvoiceDocument,
  InvoiceLine,
  PostalAddress,
  Seller,
} from './invoice-document.ts'
import { readLogo } from './logo.ts'
import { documentSums } from './totals.ts'

type ProblemRule = 'missing' | 'invalid' | 'too-long' | 'too-many' | 'does-not-add-up' | 'not-allowed'

/** Reason why a document cannot be issued; `field` is a path such as `seller.iban` or `lines.3.parts`. */
export type DocumentProblem = { field: string; rule: ProblemRule }

export type Report = (field: string, rule: ProblemRule) => void

/** Returns what prevents the document from being issued; an empty list if nothing does. */
export function findDocumentProblems(document: InvoiceDocument): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  const report: Report = (field, rule) => {
    if (problems.length < 100) problems.push({ field, rule })
  }
  checkHead(document, report)
  checkSeller(document.seller, report)
  checkBuyer(document.buyer, report)
  checkTexts(document, report)
  checkLines(document, report)
  checkSums(document, report)
  return problems
}

/** Returns true for an existing day of the form YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const isLocalTime = (text: string) =>
  /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d[+-]\d{2}:\d{2}$/.test(text) && isDay(text.slice(0, 10))

const isAmount = (value: number) => Number.isSafeInteger(value) && value >= 0

function checkHead(document: InvoiceDocument, report: Report) {
  const { number, period, dueOn, issuedOn, precedingInvoice, paymentReference } = document
  checkText(report, { field: 'number', text: number, most: limits.code, isRequired: true })
  if (!isDay(issuedOn)) report('issuedOn', 'invalid')
  if (!isDay(period.from) || !isDay(period.to) || period.from > period.to) report('period', 'invalid')
  if (dueOn !== null && !isDay(dueOn)) report('dueOn', 'invalid')
  if (currencyDigits(document.currency) === null) report('currency', 'invalid')
  if (document.type === 381 && !precedingInvoice) report('precedingInvoice', 'missing')
  if (precedingInvoice) {
    if (!isDay(precedingInvoice.issuedOn)) report('precedingInvoice.issuedOn', 'invalid')
    checkText(report, {
      field: 'precedingInvoice.number',
      text: precedingInvoice.number,
      most: limits.code,
      isRequired: true,
    })
  }
  if (paymentReference !== null && !isCreditorReference(paymentReference))
    report('paymentReference', 'invalid')
  if (!document.isReverseCharge) return
  if (document.seller.vatId === null) report('seller.vatId', 'missing')
  if (document.buyer.vatId === null) report('buyer.vatId', 'missing')
}

type CheckedText = { field: string; text: string | null; most: number; isRequired?: boolean }

function checkText(report: Report, { field, text, most, isRequired = false }: CheckedText) {
  if (text === null || text.trim() === '') {
    if (isRequired) report(field, 'missing')
  } else if (text.length > most) report(field, 'too-long')
}

/** Returns true for a VAT number with the prefix of a country (BR-CO-09); Greece and Northern Ireland have their own. */
const isVatId = (text: string) =>
  /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(text) && (isCountry(text.slice(0, 2)) || /^(EL|XI)/.test(text))

function checkSeller(seller: Seller, report: Report) {
  const { iban, bic, vatId, taxNumber, logo, contact } = seller
  const name = { field: 'seller.legalName', text: seller.legalName, most: limits.name, isRequired: true }
  checkText(report, name)
  checkText(report, { field: 'seller.taxNumber', text: taxNumber, most: limits.code })
  checkText(report, { field: 'seller.register', text: seller.register, most: limits.name })
  checkText(report, { field: 'seller.managing', text: seller.managing, most: limits.name })
  checkAddress(report, 'seller', seller.address)
  for (const field of ['postalCode', 'city'] as const)
    if (seller.address[field].trim() === '') report(`seller.address.${field}`, 'missing')
  checkElectronicAddress(report, 'seller', seller)
  if (vatId === null && !taxNumber?.trim()) report('seller.vatId', 'missing')
  if (vatId !== null && !isVatId(vatId)) report('seller.vatId', 'invalid')
  if (iban !== null && !isIban(iban)) report('seller.iban', 'invalid')
  if (bic !== null && !isBic(bic)) report('seller.bic', 'invalid')
  if (logo !== null && readLogo(logo) === null) report('seller.logo', 'invalid')
  for (const field of ['name', 'phone', 'email'] as const)
    if (contact) {
      const text = contact[field]
      checkText(report, { field: `seller.contact.${field}`, text, most: limits.name, isRequired: true })
    }
}

function checkBuyer(buyer: Buyer, report: Report) {
  checkText(report, { field: 'buyer.name', text: buyer.name, most: limits.name, isRequired: true })
  checkText(report, { field: 'buyer.number', text: buyer.number, most: limits.code })
  checkText(report, { field: 'buyer.reference', text: buyer.reference, most: limits.code })
  checkAddress(report, 'buyer', buyer.address)
  checkElectronicAddress(report, 'buyer', buyer)
  if (buyer.vatId !== null && !isVatId(buyer.vatId)) report('buyer.vatId', 'invalid')
}

function checkAddress(report: Report, party: 'seller' | 'buyer', address: PostalAddress) {
  for (const field of ['street', 'additional', 'postalCode', 'city'] as const)
    checkText(report, { field: `${party}.address.${field}`, text: address[field], most: limits.name })
  if (!isCountry(address.country)) report(`${party}.address.country`, 'invalid')
}

function checkElectronicAddress(
  report: Report,
  party: 'seller' | 'buyer',
  { electronicAddress }: Pick<Seller, 'electronicAddress'>,
) {
  if (electronicAddress === null) return
  const { scheme, id } = electronicAddress
  const isKnown = isAddressScheme(scheme) && isAddressOf(scheme, id)
  if (!isKnown || id.trim() === '' || id.length > limits.name) report(`${party}.electronicAddress`, 'invalid')
}

function checkTexts(document: InvoiceDocument, report: Report) {
  const { notes, priceStatement, transparencySoftware, lines } = document
  if (notes.length > limits.notes) report('notes', 'too-many')
  checkText(report, { field: 'priceStatement', text: priceStatement, most: limits.note })
  checkText(report, { field: 'transparencySoftware', text: transparencySoftware, most: limits.name })
  for (const [index, text] of notes.entries())
    checkText(report, { field: `notes.${index}`, text, most: limits.note })
  const signed = lines.flatMap(({ session }) => session?.signedValues ?? [])
  if (signed.length > 0 && !transparencySoftware) report('transparencySoftware', 'missing')
  if (signed.length > limits.signedValues) report('lines', 'too-many')
  if (signed.reduce((length, { data }) => length + data.length, 0) > limits.signedValuesLength)
    report('lines', 'too-long')
}

function checkLines(document: InvoiceDocument, report: Report) {
  const { lines } = document
  if (lines.length === 0) report('lines', 'missing')
  if (lines.length > limits.lines) report('lines', 'too-many')
  if (lines.reduce((count, { parts }) => count + parts.length, 0) > limits.parts)
    report('lines.parts', 'too-many')
  for (const [index, line] of lines.slice(0, limits.lines).entries()) {
    const within: Report = (field, rule) => report(`lines.${index}.${field}`, rule)
    checkLine(line, within)
    if (line.taxBp !== 0 && (document.isReverseCharge || document.seller.isSmallBusiness))
      within('taxBp', 'not-allowed')
    checkCalculation(line, document.currency, within)
  }
}

function checkLine(line: InvoiceLine, report: Report) {
  const { quantity, amountMinor, netMinor, taxBp, session } = line
  checkText(report, { field: 'label', text: line.label, most: limits.name, isRequired: true })
  if (!isAmount(quantity)) report('quantity', 'invalid')
  if (!Number.isSafeInteger(amountMinor)) report('amountMinor', 'invalid')
  if (!Number.isSafeInteger(netMinor)) report('netMinor', 'invalid')
  if (!isRate(taxBp)) report('taxBp', 'invalid')
  if (!session) return
  checkText(report, { field: 'session.number', text: session.number, most: limits.code, isRequired: true })
  checkText(report, { field: 'session.station', text: session.station, most: limits.name, isRequired: true })
  checkText(report, { field: 'session.site', text: session.site, most: limits.name })
  if (!isLocalTime(session.startedAt)) report('session.startedAt', 'invalid')
  if (!isLocalTime(session.stoppedAt)) report('session.stoppedAt', 'invalid')
  const readings = [session.meterStartWh, session.meterStopWh, session.energyWh]
  if (readings.some((wh) => wh !== null && !isAmount(wh))) report('session.energyWh', 'invalid')
  if (session.signedValues.some(({ data }) => data.length > limits.signedValueLength))
    report('session.signedValues', 'too-long')
}

/** Checks the parts of a line: their rounded sum is the amount, or exceeds it if a maximum price applies. */
function checkCalculation(line: InvoiceLine, currency: string, report: Report) {
  const { parts, amountMinor } = line
  if (parts.length === 0) return
  if (parts.length > limits.partsPerLine) return report('parts', 'too-many')
  if (!parts.every(isPart)) report('parts', 'invalid')
  const computedMinor = computedAmount(line, currencyDigits(currency) ?? 0) ?? 0
  if (Math.abs(amountMinor) > computedMinor) report('parts', 'does-not-add-up')
}

const isPart = ({ from, to, quantity, exact }: CalculationPart) =>
  (from === null || isLocalTime(from)) &&
  (to === null || isLocalTime(to)) &&
  (quantity === null || isAmount(quantity)) &&
  readExact(exact) !== null

const isRate = (taxBp: number) => isAmount(taxBp) && taxBp <= 10_000

/** Returns true if sums can be computed; if not, the lines are reported already. */
const isCountable = ({ lines, totals }: InvoiceDocument) =>
  lines.every(
    ({ amountMinor, netMinor, taxBp }) =>
      Number.isSafeInteger(amountMinor) && Number.isSafeInteger(netMinor) && isRate(taxBp),
  ) &&
  totals.every(({ taxBp, netMinor, taxMinor }) => isRate(taxBp) && Number.isSafeInteger(netMinor + taxMinor))

function checkSums(document: InvoiceDocument, report: Report) {
  const { totals, lines, paidMinor, pricesIncludeTax } = document
  const rates = new Set(totals.map(({ taxBp }) => taxBp))
  if (totals.length > limits.taxRates) report('totals', 'too-many')
  if (!isCountable(document)) return report('totals', 'invalid')
  if (rates.size !== totals.length || lines.some(({ taxBp }) => !rates.has(taxBp)))
    report('totals', 'does-not-add-up')
  for (const { taxBp, netMinor, taxMinor, grossMinor } of totals) {
    const amount = lines.reduce((total, line) => (line.taxBp === taxBp ? total + line.amountMinor : total), 0)
    const isRightSum =
      amount === (pricesIncludeTax ? grossMinor : netMinor) && netMinor + taxMinor === grossMinor
    // Booked amounts are repeated and may differ by the smallest unit (BR-CO-17).
    const isRightTax = Math.abs(taxMinor - taxOf(amount, taxBp, pricesIncludeTax)) <= 1
    if (!isRightSum || !isRightTax) report('totals', 'does-not-add-up')
  }
  const { netMinor, grossMinor, dueMinor } = documentSums(document)
  if (lines.reduce((total, line) => total + line.netMinor, 0) !== netMinor)
    report('lines.netMinor', 'does-not-add-up')
  // An amount in favor of the buyer is a credit note.
  if (grossMinor < 0) report('totals', 'not-allowed')
  if (!isAmount(paidMinor) || dueMinor < Math.min(0, grossMinor)) report('paidMinor', 'invalid')
}
