import { describe, expect, test } from 'vitest'
import { writeCii } from './cii.ts'
import { sampleInvoice } from './document-samples.ts'
import { findElectronicInvoiceProblems } from './electronic-invoice.ts'
import { violatedRules } from './electronic-rules.ts'
import { readTerms } from './electronic-terms.ts'
import { isPeppolAddress } from './peppol-addresses.ts'

const buyerAt = (scheme: string, id: string) => ({
  ...sampleInvoice,
  buyer: { ...sampleInvoice.buyer, electronicAddress: { scheme, id } },
})

describe.each(['seller', 'buyer'] as const)('a mail address of the %s', (party) => {
  const document = {
    ...sampleInvoice,
    [party]: { ...sampleInvoice[party], electronicAddress: { scheme: 'EM', id: 'mail@party.example' } },
  }

  test('is not a Peppol address', () => {
    expect(findElectronicInvoiceProblems(document, 'peppol')).toEqual([
      { field: `${party}.electronicAddress`, rule: 'not-allowed' },
    ])
  })

  test('is permitted in XRechnung', () => {
    expect(findElectronicInvoiceProblems(document, 'xrechnung')).toEqual([])
    expect(violatedRules(readTerms(writeCii(document, 'xrechnung')), 'xrechnung')).toEqual([])
  })
})

// PEPPOL-EN16931-CL008 and the rules PEPPOL-COMMON of the formats
// Proves M2
test.each([
  ['0204', '04011000-12345-35', true],
  ['9930', 'DE123456789', true],
  ['0037', '003712345678', false],
  ['0203', 'x', false],
  ['AS', 'x', false],
  ['0088', '7300010000001', true],
  ['0088', '73000017', false],
  ['0208', '0123456749', true],
  ['0208', '2123456733', false],
  ['0184', 'DK12345678', true],
  ['0184', '12345678', true],
  ['0184', '1234567', false],
  ['0096', '1234567890', true],
  ['0096', 'DK12345678', false],
  ['0198', 'DK12345678', true],
  ['0198', '12345678', false],
  ['0106', '12345678', true],
  ['0106', '1234567', false],
  ['0190', '00000001234567890000', true],
  ['0190', '12345678', false],
  ['9944', 'NL123456789B01', true],
  ['9944', 'NL123456789', false],
  ['0007', '5567321707', true],
  ['0007', '5567321708', false],
  ['0007', '556732170', false],
  ['0151', '51824753556', true],
  ['0151', '51824753557', false],
  ['0151', '5182475355', false],
])('%s:%s is a Peppol address: %s', (scheme, id, isOne) => {
  expect(isPeppolAddress({ scheme, id })).toBe(isOne)
})

test('an address with a wrong format prevents only the Peppol invoice', () => {
  const document = buyerAt('0106', '1234567')
  expect(findElectronicInvoiceProblems(document, 'peppol')).toEqual([
    { field: 'buyer.electronicAddress', rule: 'not-allowed' },
  ])
  expect(findElectronicInvoiceProblems(document, 'xrechnung')).toEqual([])
})
