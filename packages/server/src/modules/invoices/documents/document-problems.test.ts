import { expect, test } from 'vitest'
import {
  creditNote,
  netInvoice,
  reverseChargeInvoice,
  sampleInvoice,
  sampleLines,
  smallBusinessInvoice,
  withLines,
  yenInvoice,
} from './document-samples.ts'
import { type DocumentProblem, findDocumentProblems } from './document-problems.ts'
import { documentLimits } from './document-limits.ts'
import type { Buyer, ChargingSession, InvoiceDocument, InvoiceLine, Seller } from './invoice-document.ts'

const fieldsOf = (document: InvoiceDocument) =>
  findDocumentProblems(document).map(({ field, rule }: DocumentProblem) => `${field} ${rule}`)

test.each([sampleInvoice, netInvoice, reverseChargeInvoice, smallBusinessInvoice, creditNote, yenInvoice])(
  'a complete document has no problems',
  (document) => {
    expect(findDocumentProblems(document)).toEqual([])
  },
)

const seller = (change: Partial<Seller>) => ({
  ...sampleInvoice,
  seller: { ...sampleInvoice.seller, ...change },
})
const buyer = (change: Partial<Buyer>) => ({ ...sampleInvoice, buyer: { ...sampleInvoice.buyer, ...change } })
const address = sampleInvoice.seller.address

test.each<[problem: string, document: InvoiceDocument]>([
  ['number missing', { ...sampleInvoice, number: ' ' }],
  ['number too-long', { ...sampleInvoice, number: 'R'.repeat(61) }],
  ['issuedOn invalid', { ...sampleInvoice, issuedOn: '2026-02-30' }],
  ['dueOn invalid', { ...sampleInvoice, dueOn: '14.12.2026' }],
  ['period invalid', { ...sampleInvoice, period: { from: '2026-12-01', to: '2026-11-30' } }],
  ['currency invalid', { ...sampleInvoice, currency: 'XXX' }],
  ['precedingInvoice missing', { ...creditNote, precedingInvoice: null }],
  ['paymentReference invalid', { ...sampleInvoice, paymentReference: 'RF38202600471' }],
  ['seller.legalName missing', seller({ legalName: '' })],
  ['seller.address.city missing', seller({ address: { ...address, city: '' } })],
  ['seller.address.country invalid', seller({ address: { ...address, country: 'Deutschland' } })],
  ['seller.address.country invalid', seller({ address: { ...address, country: 'UK' } })],
  ['buyer.address.country invalid', buyer({ address: { ...address, country: 'XX' } })],
  ['buyer.vatId invalid', buyer({ vatId: 'UK123456789' })],
  ['buyer.electronicAddress invalid', buyer({ electronicAddress: { scheme: '0001', id: '1' } })],
  ['buyer.electronicAddress invalid', buyer({ electronicAddress: { scheme: '0088', id: '7300010000002' } })],
  ['seller.vatId missing', seller({ vatId: null, taxNumber: null })],
  ['seller.vatId missing', seller({ vatId: null, taxNumber: ' ' })],
  ['seller.vatId invalid', seller({ vatId: '123456789' })],
  ['seller.iban invalid', seller({ iban: 'DE03120300000000202051' })],
  ['seller.bic invalid', seller({ bic: 'BYLA' })],
  ['seller.contact.phone missing', seller({ contact: { name: 'A', phone: '', email: 'a@b.example' } })],
  ['seller.electronicAddress invalid', seller({ electronicAddress: { scheme: 'XX', id: '1' } })],
  ['buyer.name missing', buyer({ name: '' })],
  ['buyer.vatId invalid', buyer({ vatId: 'de1' })],
  ['buyer.vatId missing', { ...reverseChargeInvoice, buyer: { ...reverseChargeInvoice.buyer, vatId: null } }],
  ['transparencySoftware missing', { ...sampleInvoice, transparencySoftware: null }],
  ['lines missing', withLines(sampleInvoice, [])],
  ['paidMinor invalid', { ...sampleInvoice, paidMinor: 6_868 }],
  ['paidMinor invalid', { ...sampleInvoice, paidMinor: 0.5 }],
])('reports %s', (problem, document) => {
  expect(fieldsOf(document)).toContain(problem)
})

const [line] = sampleLines as [InvoiceLine]
const { session } = line as { session: ChargingSession }

test.each<[problem: string, change: Partial<InvoiceLine>]>([
  ['label missing', { label: '' }],
  ['quantity invalid', { quantity: 1.5 }],
  ['amountMinor invalid', { amountMinor: Number.NaN }],
  ['netMinor invalid', { netMinor: 0.5 }],
  ['taxBp invalid', { taxBp: 10_001 }],
  ['session.startedAt invalid', { session: { ...session, startedAt: '2026-11-03T15:31:08Z' } }],
  ['session.energyWh invalid', { session: { ...session, energyWh: Number.NaN } }],
  ['parts does-not-add-up', { amountMinor: 2_068 }],
  ['parts does-not-add-up', { amountMinor: -2_068 }],
  ['parts does-not-add-up', { parts: line.parts.slice(1) }],
  ['parts invalid', { parts: line.parts.map((part) => ({ ...part, exact: '' })) }],
  ['parts invalid', { parts: line.parts.map((part) => ({ ...part, quantity: -1 })) }],
  ['parts invalid', { parts: line.parts.map((part) => ({ ...part, from: 'yesterday' })) }],
])('reports a line with %s', (problem, change) => {
  const document = { ...sampleInvoice, lines: [{ ...line, ...change }] }
  expect(fieldsOf(document)).toContain(`lines.0.${problem}`)
})

test('permits no tax under reverse charge and for a small business', () => {
  const fields = fieldsOf({ ...reverseChargeInvoice, lines: sampleLines })
  expect(fields).toContain('lines.0.taxBp not-allowed')
  expect(fieldsOf(seller({ isSmallBusiness: true }))).toContain('lines.4.taxBp not-allowed')
})

test.each([
  ['a rate is missing', []],
  ['a sum is wrong', [{ taxBp: 1_900, netMinor: 5_770, taxMinor: 1_096, grossMinor: 6_866 }]],
  ['net and tax are not gross', [{ taxBp: 1_900, netMinor: 5_770, taxMinor: 1_096, grossMinor: 6_867 }]],
  ['the tax is wrong', [{ taxBp: 1_900, netMinor: 5_773, taxMinor: 1_094, grossMinor: 6_867 }]],
])('reports totals if %s', (_, totals) => {
  expect(fieldsOf({ ...sampleInvoice, totals })).toContain('totals does-not-add-up')
})

test('accepts booked totals that differ by the smallest unit', () => {
  const totals = [{ taxBp: 1_900, netMinor: 372, taxMinor: 70, grossMinor: 442 }]
  const lines = creditNote.lines.map((one) => ({ ...one, netMinor: 372 }))
  expect(findDocumentProblems({ ...creditNote, lines, totals })).toEqual([])
})

// Proves L221
test('limits lines, parts, notes and texts', () => {
  const plain = { ...line, parts: [], session: null }
  const many = (count: number) => Array.from({ length: count }, () => plain)
  expect(findDocumentProblems(withLines(sampleInvoice, many(documentLimits.lines)))).toEqual([])
  expect(fieldsOf(withLines(sampleInvoice, many(documentLimits.lines + 1)))).toContain('lines too-many')
  const part = { ...line.parts[0]!, quantity: 0, exact: '0' }
  const parts = Array.from({ length: documentLimits.partsPerLine + 1 }, () => part)
  expect(fieldsOf(withLines(sampleInvoice, [{ ...line, parts }]))).toContain('lines.0.parts too-many')
  const divided = { ...plain, parts: parts.slice(1), amountMinor: 0 }
  const all = Array.from({ length: 11 }, () => divided)
  expect(fieldsOf(withLines(sampleInvoice, all))).toEqual(['lines.parts too-many'])
  const notes = Array.from({ length: documentLimits.notes + 1 }, () => 'Hinweis')
  expect(fieldsOf({ ...sampleInvoice, notes })).toEqual(['notes too-many'])
  expect(fieldsOf({ ...sampleInvoice, notes: ['x'.repeat(1_001)] })).toEqual(['notes.0 too-long'])
  expect(fieldsOf(buyer({ name: 'x'.repeat(201) }))).toEqual(['buyer.name too-long'])
})

// Proves L222
test('limits the number and length of signed values', () => {
  const [value] = session.signedValues
  if (!value) throw new Error('The sample has no signed value.')
  const signed = (data: string, count: number) => {
    const signedValues = Array.from({ length: count }, () => ({ ...value, data }))
    return fieldsOf(withLines(sampleInvoice, [{ ...line, session: { ...session, signedValues } }]))
  }
  expect(signed('x'.repeat(documentLimits.signedValueLength), 1)).toEqual([])
  expect(signed('x'.repeat(documentLimits.signedValueLength + 1), 1)).toEqual([
    'lines.0.session.signedValues too-long',
  ])
  expect(signed('x', documentLimits.signedValues + 1)).toEqual(['lines too-many'])
  expect(signed('x'.repeat(documentLimits.signedValueLength), 300)).toEqual(['lines too-long'])
})

test('accepts lines that take others back, but no document in favor of the buyer', () => {
  const back = { ...line, amountMinor: -2_067 }
  expect(findDocumentProblems(withLines(sampleInvoice, [...sampleLines, back]))).toEqual([])
  expect(fieldsOf(withLines(sampleInvoice, [back]))).toEqual(['totals not-allowed'])
})

const withNetAmounts = (amounts: number[]) => ({
  ...sampleInvoice,
  lines: sampleLines.map((one, index) => ({ ...one, netMinor: amounts[index] ?? 0 })),
})

test('accepts net amounts as booked if they add up', () => {
  const net = [1_738, 216, 3_361, 84, 372]
  expect(fieldsOf(withNetAmounts(net))).toEqual([])
  const others = net.map((amount) => amount + 1)
  expect(fieldsOf(withNetAmounts(others))).toEqual(['lines.netMinor does-not-add-up'])
})

test('stops at a hundred problems', () => {
  const bad = Array.from({ length: 500 }, () => ({ ...line, label: '' }))
  expect(findDocumentProblems(withLines(sampleInvoice, bad))).toHaveLength(100)
})
