import { describe, expect, test } from 'vitest'
import { writeCii } from './cii.ts'
import { creditNote, reverseChargeInvoice, sampleInvoice, smallBusinessInvoice } from './document-samples.ts'
import { type ReadElement, readXml } from './electronic-checks.ts'
import { findElectronicInvoiceProblems } from './electronic-invoice.ts'
import { rules, rulesOfAbsentGroups, violatedRules } from './electronic-rules.ts'
import { codesOf } from './rule-conditions.ts'
import { isAddressScheme, isCountry } from './electronic-codes.ts'
import { electronicSamples } from './electronic-samples.ts'
import { readTerms } from './electronic-terms.ts'
import type { InvoiceDocument, Profile } from './invoice-document.ts'
import { writeUbl } from './ubl.ts'

const namesIn = ({ name, children }: ReadElement): string[] => [
  name.replace(/^.*:/, ''),
  ...children.flatMap(namesIn),
]

// Proves M2
describe.each(electronicSamples)('%s', (_, document) => {
  test('follows the rules of EN 16931, XRechnung and Peppol', () => {
    for (const profile of ['factur-x', 'xrechnung', 'peppol'] as const)
      expect(findElectronicInvoiceProblems(document, profile)).toEqual([])
    for (const profile of ['factur-x', 'xrechnung'] as const)
      expect(violatedRules(readTerms(writeCii(document, profile)), profile)).toEqual([])
    for (const profile of ['peppol', 'xrechnung'] as const)
      expect(violatedRules(readTerms(writeUbl(document, profile)), profile)).toEqual([])
  })

  test('means the same in both syntaxes', () => {
    const { notes: oneNote, subjects: _ubl, ...ubl } = readTerms(writeUbl(document, 'xrechnung'))
    const { notes, subjects: _cii, ...cii } = readTerms(writeCii(document, 'xrechnung'))
    expect(cii).toEqual(ubl)
    // Peppol permits one note (PEPPOL-EN16931-R002)
    expect([notes.join('\n')].filter(Boolean)).toEqual(oneNote)
  })

  test('contains no group whose rules are not checked, and no empty element', () => {
    for (const xml of [writeUbl(document, 'peppol'), writeCii(document, 'xrechnung')]) {
      const names = new Set(namesIn(readXml(xml)))
      expect(Object.keys(rulesOfAbsentGroups).filter((name) => names.has(name))).toEqual([])
      // PEPPOL-EN16931-R008
      expect(xml).not.toMatch(/<([\w:]+)[^>]*>\s*<\/\1>|\/>/)
    }
  })
})

/** A change of an element, found by the names of the elements around it; null removes it. */
type Change = [rule: string, path: string, value: string | null, document?: InvoiceDocument]

/** Replaces the content of the first element at a path, or removes it. */
function change(xml: string, path: string, value: string | null): string {
  const [names = path, attribute] = path.split('@')
  let [from, to] = [0, xml.length]
  for (const name of names.split(' ')) {
    const match = new RegExp(`<${name}( [^>]*)?>([^]*?)</${name}>`).exec(xml.slice(from, to))
    if (!match) throw new Error(`${path} was not found`)
    from += match.index
    to = from + match[0].length
  }
  const element = xml.slice(from, to)
  const changed =
    value === null
      ? ''
      : attribute
        ? element.replace(new RegExp(`${attribute}="[^"]*"`), `${attribute}="${value}"`)
        : element.replace(/>[^]*</, `>${value}<`)
  expect(changed).not.toBe(element)
  return xml.slice(0, from) + changed + xml.slice(to)
}

const seller = 'cac:AccountingSupplierParty'
const buyer = 'cac:AccountingCustomerParty'
const total = 'cac:LegalMonetaryTotal'
const line = 'cac:InvoiceLine'
const subtotal = 'cac:TaxSubtotal'
const lineTax = `${line} cac:ClassifiedTaxCategory`
const account = 'cac:PayeeFinancialAccount'

/** Documents without tax, and one with the rates 19, 7 and 0. */
const zero = electronicSamples.find(([name]) => name === 'rates 19, 7 and 0')![1]
const [exempt, reverse] = [smallBusinessInvoice, reverseChargeInvoice]

/** For each rule of Peppol a change of a correct invoice in UBL that violates it. */
const violations: readonly Change[] = [
  ['BR-01', 'cbc:CustomizationID', null],
  ['BR-02', 'cbc:ID', null],
  ['BR-03', 'cbc:IssueDate', null],
  ['BR-04', 'cbc:InvoiceTypeCode', null],
  ['BR-05', 'cbc:DocumentCurrencyCode', null],
  ['BR-06', `${seller} cbc:RegistrationName`, null],
  ['BR-07', `${buyer} cbc:RegistrationName`, null],
  ['BR-08', `${seller} cac:PostalAddress`, null],
  ['BR-09', `${seller} cac:Country`, null],
  ['BR-10', `${buyer} cac:PostalAddress`, null],
  ['BR-11', `${buyer} cac:Country`, null],
  ['BR-12', `${total} cbc:LineExtensionAmount`, null],
  ['BR-13', `${total} cbc:TaxExclusiveAmount`, null],
  ['BR-14', `${total} cbc:TaxInclusiveAmount`, null],
  ['BR-15', `${total} cbc:PayableAmount`, null],
  ['BR-21', `${line} cbc:ID`, null],
  ['BR-22', `${line} cbc:InvoicedQuantity`, null],
  ['BR-23', `${line} cbc:InvoicedQuantity@unitCode`, ''],
  ['BR-24', `${line} cbc:LineExtensionAmount`, null],
  ['BR-25', `${line} cac:Item cbc:Name`, null],
  ['BR-26', `${line} cbc:PriceAmount`, null],
  ['BR-27', `${line} cbc:PriceAmount`, '-0.4612'],
  ['BR-29', 'cac:InvoicePeriod cbc:EndDate', '2026-10-31'],
  ['BR-30', `${line} cac:InvoicePeriod cbc:EndDate`, '2026-11-02'],
  ['BR-45', `${subtotal} cbc:TaxableAmount`, null],
  ['BR-46', `${subtotal} cbc:TaxAmount`, null],
  ['BR-47', `${subtotal} cac:TaxCategory cbc:ID`, null],
  ['BR-48', `${subtotal} cbc:Percent`, null],
  ['BR-49', 'cbc:PaymentMeansCode', null],
  ['BR-50', `${account} cbc:ID`, null],
  ['BR-54', `${line} cac:AdditionalItemProperty cbc:Value`, null],
  ['BR-55', 'cac:InvoiceDocumentReference cbc:ID', null, creditNote],
  ['BR-61', account, null],
  ['BR-62', `${seller} cbc:EndpointID@schemeID`, ''],
  ['BR-63', `${buyer} cbc:EndpointID@schemeID`, ''],
  ['BR-CO-04', `${lineTax} cbc:ID`, null],
  ['BR-CO-09', `${buyer} cac:PartyTaxScheme cbc:CompanyID`, 'XX987654321'],
  ['BR-CO-10', `${line} cbc:LineExtensionAmount`, '17.38'],
  ['BR-CO-13', `${total} cbc:TaxExclusiveAmount`, '57.72'],
  ['BR-CO-14', 'cac:TaxTotal cbc:TaxAmount', '10.97'],
  ['BR-CO-15', `${total} cbc:TaxInclusiveAmount`, '68.66'],
  ['BR-CO-16', `${total} cbc:PayableAmount`, '67.67'],
  ['BR-CO-17', `${subtotal} cbc:TaxAmount`, '10.99'],
  ['BR-CO-18', subtotal, null],
  ['BR-CO-19', 'cac:InvoicePeriod', ''],
  ['BR-CO-20', `${line} cac:InvoicePeriod`, ''],
  ['BR-CO-25', 'cbc:DueDate', null],
  ['BR-CO-26', `${seller} cac:PartyIdentification`, null, exempt],
  ['BR-DEC', `${total} cbc:PayableAmount`, '68.670'],
  ['BR-CL-01', 'cbc:InvoiceTypeCode', '999'],
  ['BR-CL-03', 'cac:TaxTotal cbc:TaxAmount@currencyID', 'EUX'],
  ['BR-CL-04', 'cbc:DocumentCurrencyCode', 'EUX'],
  ['BR-CL-08', 'cbc:Note', 'number #123# of the order'],
  ['BR-CL-14', `${buyer} cbc:IdentificationCode`, 'XX'],
  ['BR-CL-16', 'cbc:PaymentMeansCode', '580'],
  ['BR-CL-17', `${subtotal} cac:TaxCategory cbc:ID`, 'X'],
  ['BR-CL-18', `${lineTax} cbc:ID`, 'X'],
  ['BR-CL-22', 'cbc:TaxExemptionReasonCode', 'VATEX-EU-XX', reverse],
  ['BR-CL-23', `${line} cbc:InvoicedQuantity@unitCode`, 'KWHX'],
  ['BR-CL-25', `${seller} cbc:EndpointID@schemeID`, '0001'],
  ['BR-S-01', `${subtotal} cac:TaxCategory cbc:ID`, 'Z'],
  ['BR-S-05', `${lineTax} cbc:Percent`, '0'],
  ['BR-S-08', `${subtotal} cbc:TaxableAmount`, '57.70'],
  ['BR-S-09', `${subtotal} cbc:TaxAmount`, '10.99'],
  [
    'BR-S-10',
    `${subtotal} cac:TaxCategory cbc:Percent`,
    '19</cbc:Percent><cbc:TaxExemptionReason>x</cbc:TaxExemptionReason><cbc:Percent>19',
  ],
  ['BR-Z-01', `${lineTax} cbc:ID`, 'Z'],
  ['BR-Z-05', `${lineTax} cbc:ID`, 'Z'],
  ['BR-Z-08', `${subtotal} cac:TaxCategory cbc:ID`, 'Z'],
  ['BR-Z-09', `${subtotal} cac:TaxCategory cbc:ID`, 'Z'],
  ['BR-E-01', `${lineTax} cbc:ID`, 'E'],
  ['BR-E-02', `${seller} cac:PartyTaxScheme`, null, exempt],
  ['BR-E-05', `${lineTax} cbc:Percent`, '19', exempt],
  ['BR-E-08', `${subtotal} cbc:TaxableAmount`, '1.00', exempt],
  ['BR-E-09', `${subtotal} cbc:TaxAmount`, '1.00', exempt],
  ['BR-E-10', 'cbc:TaxExemptionReason', null, exempt],
  ['BR-AE-01', subtotal, null, reverse],
  ['BR-AE-02', `${buyer} cac:PartyTaxScheme`, null, reverse],
  ['BR-AE-05', `${lineTax} cbc:Percent`, '19', reverse],
  ['BR-AE-08', `${subtotal} cbc:TaxableAmount`, '1.00', reverse],
  ['BR-AE-09', `${subtotal} cbc:TaxAmount`, '1.00', reverse],
  ['BR-AE-10', `${subtotal} cac:TaxCategory`, '<cbc:ID>AE</cbc:ID><cbc:Percent>0</cbc:Percent>', reverse],
  ['PEPPOL-EN16931-R001', 'cbc:ProfileID', null],
  ['PEPPOL-EN16931-R002', 'cbc:Note', 'one</cbc:Note><cbc:Note>two'],
  ['PEPPOL-EN16931-R003', 'cbc:BuyerReference', null],
  ['PEPPOL-EN16931-R004', 'cbc:CustomizationID', 'urn:cen.eu:en16931:2017'],
  ['PEPPOL-EN16931-R007', 'cbc:ProfileID', 'urn:fdc:peppol.eu:2017:poacc:billing:1:1.0'],
  ['PEPPOL-EN16931-R010', `${buyer} cbc:EndpointID`, null],
  ['PEPPOL-EN16931-R020', `${seller} cbc:EndpointID`, null],
  ['PEPPOL-EN16931-R051', 'cac:TaxTotal cbc:TaxAmount@currencyID', 'USD'],
  ['PEPPOL-EN16931-R053', 'cac:TaxTotal', null],
  ['PEPPOL-EN16931-R110', 'cac:InvoicePeriod cbc:StartDate', '2026-11-04'],
  ['PEPPOL-EN16931-R111', 'cac:InvoicePeriod cbc:EndDate', '2026-11-21'],
  ['PEPPOL-EN16931-R120', `${line} cbc:PriceAmount`, '0.4712'],
  ['PEPPOL-EN16931-R121', 'cbc:BaseQuantity', '0'],
  ['PEPPOL-EN16931-R130', 'cbc:BaseQuantity@unitCode', 'MIN'],
  ['PEPPOL-EN16931-F001', 'cbc:IssueDate', '30.11.2026'],
  ['PEPPOL-EN16931-P0100', 'cbc:InvoiceTypeCode', '999'],
  ['PEPPOL-EN16931-P0107', `${subtotal} cac:TaxCategory cbc:ID`, 'Z', reverse],
  ['PEPPOL-EN16931-CL007', 'cac:TaxTotal cbc:TaxAmount@currencyID', 'EUX'],
  ['PEPPOL-EN16931-CL008', `${buyer} cbc:EndpointID@schemeID`, 'EM'],
  ['DE-R-001', 'cac:PaymentMeans', null],
  ['DE-R-002', `${seller} cac:Contact`, null],
  ['DE-R-003', `${seller} cbc:CityName`, null],
  ['DE-R-004', `${seller} cbc:PostalZone`, null],
  ['DE-R-005', `${seller} cac:Contact cbc:Name`, null],
  ['DE-R-006', `${seller} cac:Contact cbc:Telephone`, null],
  ['DE-R-007', `${seller} cac:Contact cbc:ElectronicMail`, null],
  ['DE-R-008', `${buyer} cbc:CityName`, null],
  ['DE-R-009', `${buyer} cbc:PostalZone`, null],
  ['DE-R-014', `${subtotal} cbc:Percent`, null],
  ['DE-R-015', 'cbc:BuyerReference', null],
  ['DE-R-016', `${seller} cac:PartyTaxScheme`, null, exempt],
  ['DE-R-017', 'cbc:InvoiceTypeCode', '393'],
  ['DE-R-018', 'cac:PaymentTerms cbc:Note', '#SKONTO#TAGE=14#', exempt],
  ['DE-R-019', `${account} cbc:ID`, 'DE02120300000000202052'],
  ['DE-R-023-1', account, null],
  ['DE-R-026', 'cbc:InvoiceTypeCode', '384'],
  ['DE-R-027', `${seller} cac:Contact cbc:Telephone`, '+4'],
  ['DE-R-028', `${seller} cac:Contact cbc:ElectronicMail`, 'a@b@c.example'],
  ['DE-R-028', `${seller} cac:Contact cbc:ElectronicMail`, 'service@host'],
]

describe('a violation is found of', () => {
  test.each(violations)('%s: %s %s', (rule, path, value, document = sampleInvoice) => {
    const xml = change(writeUbl(document, 'peppol'), path, value)
    expect(violatedRules(readTerms(xml), 'peppol')).toContain(rule)
  })

  test('BR-16: no line', () => {
    const xml = writeUbl(sampleInvoice, 'peppol').replace(/ *<cac:InvoiceLine>[^]*<\/cac:InvoiceLine>\n/, '')
    expect(violatedRules(readTerms(xml), 'peppol')).toContain('BR-16')
  })

  test.each(['S', 'Z'] as const)('BR-%s-02: no number of the seller', (category) => {
    const xml = writeUbl(zero, 'peppol').replaceAll(/<cac:PartyTaxScheme>[^]*?<\/cac:PartyTaxScheme>/g, '')
    expect(violatedRules(readTerms(xml), 'peppol')).toContain(`BR-${category}-02`)
  })

  test('BR-Z-10: a reason of no exemption', () => {
    const xml = writeUbl(zero, 'peppol').replace(
      /<cbc:ID>Z<\/cbc:ID>(\s*)<cbc:Percent>0<\/cbc:Percent>/,
      '<cbc:ID>Z</cbc:ID>$1<cbc:Percent>0</cbc:Percent><cbc:TaxExemptionReason>x</cbc:TaxExemptionReason>',
    )
    expect(violatedRules(readTerms(xml), 'peppol')).toContain('BR-Z-10')
  })

  test('BR-DE-21: the specification of another profile', () => {
    expect(violatedRules(readTerms(writeUbl(sampleInvoice, 'peppol')), 'xrechnung')).toEqual(['BR-DE-21'])
  })

  test('each rule', () => {
    const found = new Set([...violations.map(([rule]) => rule), 'BR-16', 'BR-S-02', 'BR-Z-02', 'BR-Z-10'])
    expect(rules.peppol.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([])
    // those of XRechnung are the same with other names
    const twins = rules.xrechnung.filter(({ id }) => id.startsWith('BR-DE-'))
    expect(twins.length - 1).toBe(rules.peppol.filter(({ id }) => id.startsWith('DE-R-')).length)
  })
})

test.each<Profile>(['factur-x', 'xrechnung', 'peppol'])('no rule of %s is listed twice', (profile) => {
  const ids = rules[profile].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

test('codes that can be entered are those of the published lists', () => {
  // 1A is Kosovo and XI Northern Ireland, which ISO 3166 does not have
  expect(codesOf('ISO3166').filter((code) => !isCountry(code))).toEqual(['1A', 'XI'])
  // 9901 is no longer in the list of the rule BR-CL-25
  expect(codesOf('eas').filter((code) => !isAddressScheme(code))).toEqual(['9901'])
  // added to the list after the package was published, or never part of Peppol
  for (const code of ['0203', '0205', '0217', '0225', '0240', '0244', '0246', 'AN'])
    expect(isAddressScheme(code), code).toBe(true)
  for (const code of ['UK', 'EU', 'XX', 'de', '']) expect(isCountry(code)).toBe(false)
  for (const code of ['0001', '9999', 'XX', '']) expect(isAddressScheme(code)).toBe(false)
})
