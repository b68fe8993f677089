import { expect, test } from 'vitest'
import { creditNote, netInvoice, sampleInvoice, yenInvoice } from './document-samples.ts'
import { at, readXml, schemaErrorsOfCii, syntaxErrorsOfUbl } from './electronic-checks.ts'
import { findElectronicInvoiceProblems } from './electronic-invoice.ts'
import { violatedRules } from './electronic-rules.ts'
import { electronicSamples as documents, paidInvoice, takenBack } from './electronic-samples.ts'
import { readTerms } from './electronic-terms.ts'
import { writeCii } from './cii.ts'
import { writeUbl } from './ubl.ts'
import type { InvoiceDocument, Profile } from './invoice-document.ts'

// Proves M2
test('CII follows the schema of Factur-X', async () => {
  const written = documents.flatMap(([, document]) => [
    writeCii(document, 'factur-x'),
    writeCii(document, 'xrechnung'),
  ])
  expect(await schemaErrorsOfCii(written)).toEqual(new Map())
})

// Proves M2
test.each(documents)('%s: UBL follows the syntax of Peppol BIS Billing 3', (_, document) => {
  for (const profile of ['peppol', 'xrechnung'] as const)
    expect(syntaxErrorsOfUbl(writeUbl(document, profile))).toEqual([])
})

/** Changes of a correct document that the named check must find. */
const cii = writeCii(sampleInvoice, 'factur-x')
const ubl = writeUbl(sampleInvoice, 'peppol')
const changed = (xml: string, from: string | RegExp, to: string) => {
  const other = xml.replace(from, to)
  expect(other).not.toBe(xml)
  return other
}

test('the schema of Factur-X rejects what is missing, misplaced, unknown or malformed', async () => {
  const rate = '<ram:RateApplicablePercent>19</ram:RateApplicablePercent>'
  const currency = '<ram:InvoiceCurrencyCode>'
  const changes: [from: string | RegExp, to: string][] = [
    ['<ram:TypeCode>380</ram:TypeCode>', ''],
    [`<ram:CategoryCode>S</ram:CategoryCode>`, rate],
    [currency, `<ram:Surprise>x</ram:Surprise>${currency}`],
    ['<udt:DateTimeString format="102">', '<udt:DateTime>'],
    ['<ram:LineTotalAmount>17.37', '<ram:LineTotalAmount>17,37'],
  ]
  const errors = await schemaErrorsOfCii(changes.map(([from, to]) => changed(cii, from, to)))
  expect([...errors.keys()]).toEqual(expect.arrayContaining([...changes.keys()]))
})

test.each([
  ['a missing due amount', /\s*<cbc:PayableAmount.*<\/cbc:PayableAmount>/, ''],
  [
    'an element out of order',
    /(<cbc:ID>2026-004711<\/cbc:ID>)(\s*)(<cbc:IssueDate>2026-11-30<\/cbc:IssueDate>)/,
    '$3$2$1',
  ],
  ['an unknown element', '<cbc:DueDate>', '<cbc:Surprise>x</cbc:Surprise><cbc:DueDate>'],
  ['a unit that no list has', 'unitCode="KWH"', 'unitCode="KWHX"'],
  ['an unknown scheme of addresses', 'schemeID="9930"', 'schemeID="E-MAIL"'],
  ['an unknown country', '<cbc:IdentificationCode>DE', '<cbc:IdentificationCode>XY'],
  ['an unknown category of tax', '<cbc:ID>S</cbc:ID>', '<cbc:ID>X</cbc:ID>'],
  ['an unknown type', '<cbc:InvoiceTypeCode>380', '<cbc:InvoiceTypeCode>999'],
  ['three decimals', '<cbc:TaxAmount currencyID="EUR">10.96', '<cbc:TaxAmount currencyID="EUR">10.961'],
  ['a day of another form', '<cbc:IssueDate>2026-11-30', '<cbc:IssueDate>30.11.2026'],
])('the syntax of Peppol rejects %s', (_, from, to) => {
  expect(syntaxErrorsOfUbl(changed(ubl, from, to))).not.toEqual([])
})

const text = (xml: string, path: string) => at(readXml(xml), path).map((element) => element.text)

test('a net list keeps its unit prices, per hour for time', () => {
  const xml = writeUbl(netInvoice, 'peppol')
  // The first line has two prices and the third one a maximum.
  expect(text(xml, 'InvoiceLine/Price/PriceAmount')).toEqual(['0.5489', '6.00', '0.7774', '1.00', '0.39'])
  expect(text(xml, 'InvoiceLine/Price/BaseQuantity')).toEqual(['3600'])
  expect(text(xml, 'InvoiceLine/LineExtensionAmount')).toEqual(['20.67', '2.58', '40.00', '1.00', '4.42'])
})

test('a line that takes another one back has a negative quantity', () => {
  const lines = at(readXml(writeUbl(takenBack, 'peppol')), 'InvoiceLine').slice(5)
  const values = lines.flatMap((line) => [...at(line, 'InvoicedQuantity'), ...at(line, 'Price/PriceAmount')])
  expect(values.map((value) => value.text)).toEqual(['-37.659', '0.4612', '-1', '2.17'])
})

test('a credit note names the invoice and has type 381 in both syntaxes', () => {
  const other = writeUbl(creditNote, 'xrechnung')
  expect(readXml(other).name).toBe('CreditNote')
  expect(text(other, 'CreditNoteTypeCode')).toEqual(['381'])
  expect(text(other, 'BillingReference/InvoiceDocumentReference/ID')).toEqual(['2026-004711'])
  const xml = writeCii(creditNote, 'xrechnung')
  expect(text(xml, 'ExchangedDocument/TypeCode')).toEqual(['381'])
  const reference = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceReferencedDocument'
  expect(text(xml, `${reference}/IssuerAssignedID`)).toEqual(['2026-004711'])
})

test('a transfer has code, account and reference; a paid invoice has none', () => {
  const codes = (document: InvoiceDocument) =>
    text(writeUbl(document, 'peppol'), 'PaymentMeans/PaymentMeansCode')
  expect([sampleInvoice, yenInvoice, paidInvoice, creditNote].map(codes)).toEqual([
    ['58'],
    ['30'],
    ['1'],
    ['1'],
  ])
  expect(text(ubl, 'PaymentMeans/PaymentID')).toEqual(['RF392026004711'])
  expect(text(ubl, 'PaymentMeans/PayeeFinancialAccount/ID')).toEqual(['DE02120300000000202051'])
  expect(text(writeUbl(paidInvoice, 'peppol'), 'LegalMonetaryTotal/PayableAmount')).toEqual(['0.00'])
})

test('a session that began before the period extends it', () => {
  const document = { ...sampleInvoice, period: { from: '2026-11-10', to: '2026-11-20' } }
  expect(text(writeUbl(document, 'peppol'), 'InvoicePeriod/StartDate')).toEqual(['2026-11-03'])
  expect(text(writeUbl(document, 'peppol'), 'InvoicePeriod/EndDate')).toEqual(['2026-11-22'])
})

test.each<[field: string, profile: Profile, document: InvoiceDocument]>([
  ['isTrial', 'factur-x', { ...sampleInvoice, isTrial: true }],
  ['currency', 'factur-x', { ...sampleInvoice, currency: 'KWD' }],
  ['buyer.reference', 'peppol', { ...sampleInvoice, buyer: { ...sampleInvoice.buyer, reference: null } }],
  ['buyer.reference', 'xrechnung', { ...sampleInvoice, buyer: { ...sampleInvoice.buyer, reference: ' ' } }],
  [
    'seller.electronicAddress',
    'xrechnung',
    { ...sampleInvoice, seller: { ...sampleInvoice.seller, electronicAddress: null } },
  ],
  [
    'buyer.electronicAddress',
    'peppol',
    { ...sampleInvoice, buyer: { ...sampleInvoice.buyer, electronicAddress: null } },
  ],
  ['seller.contact', 'xrechnung', { ...sampleInvoice, seller: { ...sampleInvoice.seller, contact: null } }],
  ['seller.contact', 'peppol', { ...sampleInvoice, seller: { ...sampleInvoice.seller, contact: null } }],
])('refuses an electronic invoice because of %s (%s)', (field, profile, document) => {
  const problems = findElectronicInvoiceProblems(document, profile)
  expect(problems.map((problem) => problem.field)).toContain(field)
})

test('Factur-X needs neither addresses for delivery nor a contact', () => {
  const { seller, buyer } = sampleInvoice
  const plain = {
    ...sampleInvoice,
    seller: { ...seller, electronicAddress: null, contact: null },
    buyer: {
      ...buyer,
      electronicAddress: null,
      reference: null,
      address: { ...buyer.address, street: '', city: '', postalCode: '' },
    },
  }
  expect(findElectronicInvoiceProblems(plain, 'factur-x')).toEqual([])
  expect(violatedRules(readTerms(writeCii(plain, 'factur-x')), 'factur-x')).toEqual([])
})
