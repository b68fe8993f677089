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
import type { InvoiceDocument, InvoiceLine } from './invoice-document.ts'

/** Invented documents for the tests of electronic invoices. */

const hostile: InvoiceDocument = {
  ...sampleInvoice,
  notes: ['<script>alert(1)</script> & ]]> "quoted" \u0007'],
  buyer: {
    ...sampleInvoice.buyer,
    name: 'Müller & Söhne <GmbH>',
    address: { ...sampleInvoice.buyer.address, additional: null },
  },
}
const free = withLines(sampleInvoice, [
  ...sampleLines.map((line) => ({ ...line, parts: [], amountMinor: 0 })),
  {
    label: 'Reservierung',
    service: 'TIME',
    quantity: 0,
    amountMinor: 1,
    taxBp: 1_900,
    session: null,
    parts: [],
  },
])
/** Invoice with lines that take others back. */
export const takenBack = withLines(sampleInvoice, [
  ...sampleLines,
  { ...(sampleLines[0] as InvoiceLine), amountMinor: -2_067 },
  { ...(sampleLines[1] as InvoiceLine), amountMinor: -258, quantity: 0 },
])
const booked: InvoiceDocument = {
  ...sampleInvoice,
  lines: sampleLines.map((line, index) => ({ ...line, netMinor: [1_738, 216, 3_361, 84, 372][index] ?? 0 })),
}
/** Invoice that was paid before it was issued. */
export const paidInvoice = { ...sampleInvoice, paidMinor: 6_867, paymentReference: null }
const withoutIban = {
  ...sampleInvoice,
  dueOn: null,
  seller: { ...sampleInvoice.seller, iban: null, bic: null },
}

/** Invoice of a net list with the rates 19, 7 and 0. */
const severalRates = withLines(
  { ...sampleInvoice, pricesIncludeTax: false },
  sampleLines.map((line, index) => ({ ...line, taxBp: [1_900, 700, 0, 1_900, 700][index] ?? 0 })),
)
export const creditOf = (document: InvoiceDocument): InvoiceDocument => ({
  ...document,
  type: 381,
  number: 'G-2026-000013',
  dueOn: null,
  paidMinor: 0,
  paymentReference: null,
  precedingInvoice: { number: document.number, issuedOn: document.issuedOn },
})
/** Invoice that replaces one with wrong data. */
const replacing: InvoiceDocument = {
  ...sampleInvoice,
  precedingInvoice: { number: '2026-004700', issuedOn: '2026-11-29' },
}
const foreignBuyer: InvoiceDocument = {
  ...sampleInvoice,
  buyer: {
    ...sampleInvoice.buyer,
    address: { ...sampleInvoice.buyer.address, postalCode: '1000', city: 'Bruxelles', country: 'BE' },
    vatId: 'BE0123456749',
    electronicAddress: { scheme: '0208', id: '0123456749' },
  },
}

/** Invoice with texts of spaces, where texts are optional. */
const blank: InvoiceDocument = {
  ...sampleInvoice,
  seller: {
    ...sampleInvoice.seller,
    address: { ...sampleInvoice.seller.address, street: ' ', additional: '  ' },
    taxNumber: ' ',
    register: '\t',
  },
  buyer: {
    ...sampleInvoice.buyer,
    number: ' ',
    address: { ...sampleInvoice.buyer.address, street: ' ', additional: ' ' },
  },
  lines: sampleInvoice.lines.map((line) => ({
    ...line,
    session: line.session && { ...line.session, site: ' ' },
  })),
}

/** Documents that are written in all syntaxes and profiles. */
export const electronicSamples: [name: string, document: InvoiceDocument][] = [
  ['gross list', sampleInvoice],
  ['net list', netInvoice],
  ['reverse charge', reverseChargeInvoice],
  ['small business', smallBusinessInvoice],
  ['credit note', creditNote],
  ['invoice that replaces another one', replacing],
  ['two rates in yen', yenInvoice],
  ['texts with markup', hostile],
  ['free lines', free],
  ['lines taken back', takenBack],
  ['booked net amounts', booked],
  ['paid', paidInvoice],
  ['payable without account', withoutIban],
  ['rates 19, 7 and 0', severalRates],
  [
    'rates 19, 7 and 0 of a gross list',
    withLines({ ...severalRates, pricesIncludeTax: true }, severalRates.lines),
  ],
  ['credit note with several rates', creditOf(severalRates)],
  ['credit note of reverse charge', creditOf(reverseChargeInvoice)],
  ['credit note of a small business', creditOf(smallBusinessInvoice)],
  ['buyer in another country', foreignBuyer],
  ['texts of spaces', blank],
  ['a note with number signs', { ...sampleInvoice, notes: ['Auftrag #A1B# von #7'] }],
]
