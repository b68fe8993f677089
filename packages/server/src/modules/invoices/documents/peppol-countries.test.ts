import { describe, expect, test } from 'vitest'
import { sampleInvoice } from './document-samples.ts'
import { at, readXml, syntaxErrorsOfUbl } from './electronic-checks.ts'
import { findElectronicInvoiceProblems } from './electronic-invoice.ts'
import { creditOf } from './electronic-samples.ts'
import { violatedRules } from './electronic-rules.ts'
import { readTerms } from './electronic-terms.ts'
import type { Buyer, InvoiceDocument, Seller } from './invoice-document.ts'
import { writeUbl } from './ubl.ts'

/** Returns the sample of a seller in another country. */
function sellerIn(country: string, other: Partial<Seller>, document = sampleInvoice): InvoiceDocument {
  const { seller } = document
  return { ...document, seller: { ...seller, address: { ...seller.address, country }, ...other } }
}
const buyerIn = (document: InvoiceDocument, country: string, other: Partial<Buyer> = {}) => ({
  ...document,
  buyer: { ...document.buyer, address: { ...document.buyer.address, country }, ...other },
})

const problemsOf = (document: InvoiceDocument) =>
  findElectronicInvoiceProblems(document, 'peppol').map(({ field, rule }) => `${field} ${rule}`)

const dutch = { vatId: 'NL123456789B01', register: 'KVK 12345678' }
const italian = { vatId: 'IT12345678903', taxNumber: '12345678903' }
const swedish = { vatId: 'SE556732170701', taxNumber: null, register: '5567321707' }
const norwegian = { vatId: 'NO974760673MVA' }
const rates = (taxBp: number): Pick<InvoiceDocument, 'lines' | 'totals'> => ({
  lines: sampleInvoice.lines.map((line) => ({ ...line, taxBp })),
  totals: [{ taxBp, netMinor: 6_867, taxMinor: 0, grossMinor: 6_867 }],
})
const withoutStreet = (country: string) => ({ ...sampleInvoice.seller.address, street: ' ', country })

describe('the national rules of Peppol', () => {
  test.each<[string, InvoiceDocument]>([
    ['NL-R', sellerIn('NL', dutch)],
    ['IT-R', sellerIn('IT', italian)],
    ['NO-R', sellerIn('NO', norwegian)],
    ['FR', sellerIn('FR', { vatId: 'FR12345678901' })],
  ])('are followed by a correct document (%s)', (_, document) => {
    expect(problemsOf(document)).toEqual([])
  })

  // Proves M2
  test.each<[rule: string, problem: string, InvoiceDocument]>([
    ['NL-R-002', 'seller.address.street missing', sellerIn('NL', { ...dutch, address: withoutStreet('NL') })],
    [
      'NL-R-004',
      'buyer.address.street missing',
      buyerIn(sellerIn('NL', dutch), 'NL', { address: withoutStreet('NL') }),
    ],
    ['NL-R-008', 'seller.iban missing', sellerIn('NL', { ...dutch, iban: null, bic: null })],
    ['COMMON-R056-2', 'seller.vatId invalid', sellerIn('NL', { ...dutch, vatId: 'NL123456789' })],
    ['COMMON-R056-2', 'buyer.vatId invalid', buyerIn(sampleInvoice, 'NL', { vatId: 'NL123456789' })],
    ['IT-R-001', 'seller.taxNumber invalid', sellerIn('IT', { ...italian, taxNumber: '06123/45678' })],
    [
      'IT-R-002',
      'seller.address.street missing',
      sellerIn('IT', { ...italian, address: withoutStreet('IT') }),
    ],
    ['NO-R-001', 'seller.vatId invalid', sellerIn('NO', { vatId: 'NO974760674MVA' })],
    ['NO-R-001', 'seller.vatId invalid', sellerIn('NO', { vatId: 'NO974760673' })],
    ['SE-R-001', 'seller.vatId invalid', sellerIn('SE', { ...swedish, vatId: 'SE5567321707' })],
    ['SE-R-005', 'seller.taxNumber invalid', sellerIn('SE', { ...swedish, taxNumber: '06123/45678' })],
    ['SE-R-006', 'totals not-allowed', sellerIn('SE', swedish)],
    ['DK-R', 'seller.address.country not-allowed', sellerIn('DK', { vatId: 'DK12345678' })],
    ['IS-R', 'seller.address.country not-allowed', sellerIn('IS', { vatId: 'IS12345' })],
    ['GR-R', 'seller.address.country not-allowed', sellerIn('GR', { vatId: 'EL123456789' })],
    ['GR-R', 'seller.vatId not-allowed', sellerIn('DE', { vatId: 'EL123456789' })],
  ])('%s: %s', (_, problem, document) => {
    expect(problemsOf(document)).toContain(problem)
    expect(findElectronicInvoiceProblems(document, 'factur-x')).toEqual([])
  })

  test.each([2_500, 1_200, 600, 0])('SE-R-006: a rate of %i basis points is Swedish', (taxBp) => {
    expect(problemsOf({ ...sellerIn('SE', swedish), ...rates(taxBp) })).not.toContain('totals not-allowed')
  })

  test('SE-R-005: the approval for F-tax stands for a tax number', () => {
    const approved = { ...swedish, taxNumber: 'Godkänd för F-skatt' }
    expect(problemsOf(sellerIn('SE', approved))).not.toContain('seller.taxNumber invalid')
  })
})

/** Returns the registration in a correct invoice of a seller in the Netherlands, with its scheme. */
const idOf = (register: string | null, document = sampleInvoice) => {
  const xml = writeUbl(sellerIn('NL', { ...dutch, register }, document), 'peppol')
  expect(syntaxErrorsOfUbl(xml)).toEqual([])
  expect(violatedRules(readTerms(xml), 'peppol')).toEqual([])
  return at(readXml(xml), 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID').map((id) => [
    id.attributes['schemeID'],
    id.text,
  ])
}

const payments = (document: InvoiceDocument) =>
  at(readXml(writeUbl(sellerIn('NL', dutch, document), 'peppol')), 'PaymentMeans').length

describe('an invoice of a seller in the Netherlands', () => {
  // NL-R-003
  test('has the number of the chamber of commerce, or no registration', () => {
    expect(idOf('KVK 12345678')).toEqual([['0106', '12345678']])
    expect(idOf('KVK 123456789')).toEqual([])
    expect(idOf(null)).toEqual([])
  })

  // NL-R-008
  test('states a payment only if there is one', () => {
    expect(payments(sampleInvoice)).toBe(1)
    expect(payments({ ...sampleInvoice, paidMinor: 6_867, paymentReference: null })).toBe(0)
    expect(payments(creditOf(sampleInvoice))).toBe(0)
    idOf('12345678', creditOf(sampleInvoice))
  })
})
