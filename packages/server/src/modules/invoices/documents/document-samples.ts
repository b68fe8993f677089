import type { CalculationPart, ChargingSession, InvoiceDocument, InvoiceLine } from './invoice-document.ts'
import { creditorReference } from './identifiers.ts'
import { invoiceTotals } from '../totals.ts'

/** Invented documents for the tests: a German operator invoices a company for three charging sessions. */

const part = (
  from: string,
  to: string,
  rest: Pick<CalculationPart, 'quantity' | 'exact'>,
): CalculationPart => ({
  from: `${from}+01:00`,
  to: `${to}+01:00`,
  reason: 'price',
  isInterpolated: false,
  ...rest,
})

const unsigned: Pick<ChargingSession, 'signedValues'> = { signedValues: [] }

const first: ChargingSession = {
  number: '100234',
  station: 'Ladesäule Nord 1',
  site: 'Parkhaus Kaiserstraße',
  startedAt: '2026-11-03T15:31:08+01:00',
  stoppedAt: '2026-11-03T17:44:51+01:00',
  meterStartWh: 1_204_318,
  meterStopWh: 1_241_977,
  energyWh: 37_659,
  signedValues: [
    {
      context: 'Transaction.Begin',
      format: 'OCMF',
      data: 'OCMF|{"FV":"1.0","PG":"T12","RD":[{"TM":"2026-11-03T15:31:08,000+0100 S","RV":1204.318}]}|{"SD":"3046"}',
      publicKey: '3059301306072A8648CE3D0201',
    },
    {
      context: 'Transaction.End',
      format: 'OCMF',
      data: 'OCMF|{"FV":"1.0","PG":"T13","RD":[{"TM":"2026-11-03T17:44:51,000+0100 S","RV":1241.977}]}|{"SD":"3045"}',
      publicKey: '3059301306072A8648CE3D0201',
    },
  ],
}

const second: ChargingSession = {
  number: '100241',
  station: 'Ladesäule Süd 4',
  site: 'Rasthof Lindental',
  startedAt: '2026-11-12T08:02:17+01:00',
  stoppedAt: '2026-11-12T08:40:02+01:00',
  meterStartWh: 88_401_200,
  meterStopWh: 88_452_655,
  energyWh: 51_455,
  ...unsigned,
}

const third: ChargingSession = {
  number: '100307',
  station: 'Ladesäule Nord 2',
  site: 'Parkhaus Kaiserstraße',
  startedAt: '2026-11-21T22:47:30+01:00',
  stoppedAt: '2026-11-22T06:15:00+01:00',
  meterStartWh: 640_012,
  meterStopWh: 651_345,
  energyWh: 11_333,
  ...unsigned,
}

/** A line whose net amount is computed. */
type NewLine = Omit<InvoiceLine, 'netMinor'>

/** Returns lines with their net amounts, and their totals, the highest rate first. */
function taxed(lines: readonly NewLine[], isTaxIncluded: boolean): Pick<InvoiceDocument, 'lines' | 'totals'> {
  const { lines: net, taxes } = invoiceTotals(
    lines.map((line) => ({ ...line, country: 'DE' })),
    isTaxIncluded,
  )
  return {
    lines: lines.map((line, index) => ({ ...line, netMinor: net[index]!.netMinor })),
    totals: taxes
      .map(({ taxBp, netMinor, taxMinor, grossMinor }) => ({ taxBp, netMinor, taxMinor, grossMinor }))
      .toReversed(),
  }
}

const linesOfSample: readonly NewLine[] = [
  {
    label: 'Ladestrom',
    service: 'ENERGY',
    quantity: 37_659,
    amountMinor: 2_067,
    taxBp: 1_900,
    session: first,
    parts: [
      {
        ...part('2026-11-03T15:31:08', '2026-11-03T16:30:00', {
          quantity: 22_143,
          exact: '13.06437',
        }),
        isInterpolated: true,
      },
      {
        ...part('2026-11-03T16:30:00', '2026-11-03T17:44:51', {
          quantity: 15_516,
          exact: '7.60284',
        }),
        isInterpolated: true,
      },
    ],
  },
  {
    label: 'Blockiergebühr',
    service: 'PARKING_TIME',
    quantity: 1_550,
    amountMinor: 258,
    taxBp: 1_900,
    session: first,
    parts: [part('2026-11-03T17:19:01', '2026-11-03T17:44:51', { quantity: 1_550, exact: '31/12' })],
  },
  {
    label: 'Ladestrom (Schnellladen)',
    service: 'ENERGY',
    quantity: 51_455,
    amountMinor: 4_000,
    taxBp: 1_900,
    session: second,
    parts: [
      part('2026-11-12T08:02:17', '2026-11-12T08:40:02', {
        quantity: 51_455,
        exact: '40.64945',
      }),
    ],
  },
  {
    label: 'Startgebühr',
    service: 'FLAT',
    quantity: 1,
    amountMinor: 100,
    taxBp: 1_900,
    session: second,
    parts: [part('2026-11-12T08:02:17', '2026-11-12T08:02:17', { quantity: 1, exact: '1.00' })],
  },
  {
    label: 'Ladestrom',
    service: 'ENERGY',
    quantity: 11_333,
    amountMinor: 442,
    taxBp: 1_900,
    session: third,
    parts: [
      part('2026-11-21T22:47:30', '2026-11-22T06:15:00', {
        quantity: 11_333,
        exact: '4.41987',
      }),
    ],
  },
]

/** Invoice of a list with tax, not yet paid. */
export const sampleInvoice: InvoiceDocument = {
  type: 380,
  number: '2026-004711',
  issuedOn: '2026-11-30',
  period: { from: '2026-11-01', to: '2026-11-30' },
  dueOn: '2026-12-14',
  language: 'de',
  currency: 'EUR',
  pricesIncludeTax: true,
  isReverseCharge: false,
  seller: {
    legalName: 'Lindental Ladenetz GmbH & Co. KG',
    address: {
      street: 'Am Umspannwerk 7',
      additional: null,
      postalCode: '79100',
      city: 'Freiburg im Breisgau',
      country: 'DE',
    },
    vatId: 'DE123456789',
    taxNumber: '06123/45678',
    register: 'Amtsgericht Freiburg, HRA 700123',
    managing: 'Geschäftsführung: Anna Beispiel',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    logo: null,
    electronicAddress: { scheme: '9930', id: 'DE123456789' },
    contact: { name: 'Kundenservice', phone: '+49 761 555010', email: 'service@lindental.example' },
    isSmallBusiness: false,
  },
  buyer: {
    name: 'Bergmann Logistik AG',
    address: {
      street: 'Industriestraße 112',
      additional: 'Abteilung Fuhrpark',
      postalCode: '76131',
      city: 'Karlsruhe',
      country: 'DE',
    },
    number: 'K-20118',
    vatId: 'DE987654321',
    reference: '04011000-12345-35',
    electronicAddress: { scheme: '0204', id: '04011000-12345-35' },
  },
  ...taxed(linesOfSample, true),
  paidMinor: 0,
  precedingInvoice: null,
  priceStatement:
    'Vor jedem Start wurde der Preis je kWh einschließlich Umsatzsteuer am Ladepunkt und in der App angezeigt.',
  transparencySoftware: 'Transparenzsoftware der S.A.F.E. e. V. (www.transparenz.software)',
  notes: [],
  paymentReference: creditorReference('2026-004711'),
  isTrial: false,
}

/** Lines of the sample. */
export const sampleLines = sampleInvoice.lines

/** Returns the document with other lines, their net amounts and their totals. */
export function withLines(document: InvoiceDocument, lines: readonly NewLine[]): InvoiceDocument {
  return { ...document, ...taxed(lines, document.pricesIncludeTax) }
}

/** The same lines in a list without tax. */
export const netInvoice: InvoiceDocument = withLines(
  { ...sampleInvoice, pricesIncludeTax: false },
  sampleLines,
)

/** Invoice without tax to a trader in another country. */
export const reverseChargeInvoice: InvoiceDocument = withLines(
  {
    ...netInvoice,
    isReverseCharge: true,
    language: 'fr',
    buyer: {
      ...sampleInvoice.buyer,
      address: { ...sampleInvoice.buyer.address, postalCode: '67000', city: 'Strasbourg', country: 'FR' },
      vatId: 'FR12345678901',
    },
  },
  sampleLines.map((line) => ({ ...line, taxBp: 0 })),
)

/** Invoice of a seller who is exempt as a small business, has no VAT number and was paid on the day of issue. */
export const smallBusinessInvoice: InvoiceDocument = {
  ...withLines(
    {
      ...sampleInvoice,
      seller: {
        ...sampleInvoice.seller,
        vatId: null,
        register: null,
        isSmallBusiness: true,
        iban: null,
        bic: null,
      },
      dueOn: null,
      paymentReference: null,
    },
    sampleLines.map((line) => ({ ...line, taxBp: 0 })),
  ),
  paidMinor: 6_867,
}

/** Credit note for the last line. */
export const creditNote: InvoiceDocument = withLines(
  {
    ...sampleInvoice,
    type: 381,
    number: 'G-2026-000012',
    issuedOn: '2026-12-02',
    dueOn: null,
    paymentReference: null,
    precedingInvoice: { number: sampleInvoice.number, issuedOn: sampleInvoice.issuedOn },
  },
  sampleLines.slice(4),
)

/** Invoice with two tax rates in yen, which has no decimals. */
export const yenInvoice: InvoiceDocument = withLines(
  { ...sampleInvoice, currency: 'JPY', language: 'en' },
  sampleLines.map((line, index) => ({
    ...line,
    parts: [],
    taxBp: index % 2 === 0 ? 1_000 : 800,
  })),
)
