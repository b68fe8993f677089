import { expect, test } from 'vitest'
import { creditNote, sampleInvoice, smallBusinessInvoice, yenInvoice } from './document-samples.ts'
import { epcQrText } from './epc-qr.ts'

test('writes the transfer as EPC069-12 version 002 in UTF-8', () => {
  const { seller } = sampleInvoice
  expect(epcQrText({ ...sampleInvoice, seller: { ...seller, legalName: 'Ladegenossenschaft Süd eG' } })).toBe(
    'BCD\n002\n1\nSCT\nBYLADEM1001\nLadegenossenschaft Süd eG\nDE02120300000000202051\nEUR68.67\n\nRF392026004711',
  )
})

test('asks for what remains to be paid', () => {
  expect(epcQrText({ ...sampleInvoice, paidMinor: 6_000 })).toContain('\nEUR8.67\n')
})

test('shortens a long name to 70 characters and has no line breaks in it', () => {
  const legalName = `Ü\n${'ü'.repeat(198)}`
  const text =
    epcQrText({ ...sampleInvoice, seller: { ...sampleInvoice.seller, legalName, bic: null } }) ?? ''
  expect(text.split('\n')[5]).toBe(`Ü ${'ü'.repeat(68)}`)
  expect(text.split('\n')).toHaveLength(10)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(331)
})

test.each([
  ['another currency', yenInvoice],
  ['a credit note', creditNote],
  ['an invoice that was paid', { ...sampleInvoice, paidMinor: 6_867 }],
  ['a seller without IBAN', smallBusinessInvoice],
  ['a document without reference', { ...sampleInvoice, paymentReference: null }],
  ['a trial', { ...sampleInvoice, isTrial: true }],
])('is absent for %s', (_, document) => {
  expect(epcQrText(document)).toBeNull()
})
