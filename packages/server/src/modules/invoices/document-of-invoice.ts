import { type locales, transparencySoftware as software } from '@stationmaster/contract'
import { offsetsOf } from '../tariffs/index.ts'
import { localTime } from './documents/calculation.ts'
import { documentLimits } from './documents/document-limits.ts'
import type {
  CalculationPart,
  Buyer as DocumentBuyer,
  InvoiceDocument,
  InvoiceLine,
  PostalAddress,
  Seller as DocumentSeller,
  Service,
  TaxTotal as DocumentTotal,
} from './documents/invoice-document.ts'
import type { StoredLine } from './invoice-store.ts'
import type { BuyerOfInvoice, SellerOfInvoice } from './party-store.ts'
import type { SignedValues } from './signed-values-of-sessions.ts'
import type { TaxTotal } from './totals.ts'

/** An issued invoice with the copies of its parties. */
export interface IssuedInvoice {
  type: 'invoice' | 'credit_note'
  code: string
  issuedOn: string
  dueOn: string | null
  periodFrom: string
  periodTo: string
  language: string
  currency: string
  isTaxIncluded: boolean
  reference: string | null
  seller: SellerOfInvoice
  buyer: BuyerOfInvoice
  taxes: readonly TaxTotal[]
  lines: readonly StoredLine[]
  /** Invoice that a credit note corrects, or that this invoice replaces. */
  preceding: { number: string; issuedOn: string } | null
  reason: string | null
  isTrial: boolean
  /** Amount that a guest has reserved, in minor units; the invoice takes from it. */
  reservedMinor: number
  /** Amount that the client had paid in advance when the invoice was issued, in minor units. */
  advanceMinor: number
}

/** Content of documents that the invoice does not store. */
interface Attached {
  signedValues: SignedValues
  /** PNG or JPEG. */
  logo: Uint8Array | null
}

/** Returns what the documents of an issued invoice contain. It depends on nothing that changes later. */
export const documentOfInvoice = (
  invoice: IssuedInvoice,
  { signedValues, logo }: Attached = { signedValues: new Map(), logo: null },
): InvoiceDocument => ({
  type: invoice.type === 'invoice' ? 380 : 381,
  number: invoice.code,
  issuedOn: invoice.issuedOn,
  period: { from: invoice.periodFrom, to: invoice.periodTo },
  dueOn: invoice.dueOn,
  // the locale of a client is one of the contract
  language: invoice.language as (typeof locales)[number],
  currency: invoice.currency,
  pricesIncludeTax: invoice.isTaxIncluded,
  isReverseCharge: invoice.buyer.isReverseCharge,
  seller: { ...sellerOf(invoice.seller), logo },
  buyer: buyerOf(invoice.buyer, invoice.seller.countryCode ?? ''),
  lines: withinLimits(invoice.lines.map((line) => lineOf(line, signedValues))),
  totals: byRate(invoice.taxes),
  paidMinor: Math.min(
    invoice.reservedMinor + invoice.advanceMinor,
    invoice.taxes.reduce((sum, { grossMinor }) => sum + grossMinor, 0),
  ),
  precedingInvoice: invoice.preceding,
  priceStatement: null,
  transparencySoftware: signedValues.size === 0 ? null : `${software.name} (${software.address})`,
  notes: invoice.reason === null ? [] : [invoice.reason],
  paymentReference: invoice.reference,
  isTrial: invoice.isTrial,
})

const addressOf = (
  party: Pick<SellerOfInvoice, 'street' | 'postalCode' | 'city' | 'countryCode'>,
  country: string,
): PostalAddress => ({
  street: party.street ?? '',
  additional: null,
  postalCode: party.postalCode ?? '',
  city: party.city ?? '',
  country: party.countryCode ?? country,
})

const electronicAddressOf = (party: Pick<SellerOfInvoice, 'electronicAddress' | 'electronicScheme'>) =>
  party.electronicAddress === null || party.electronicScheme === null
    ? null
    : { scheme: party.electronicScheme, id: party.electronicAddress }

/** Returns the seller of a document, without its logo. */
export const sellerOf = (seller: SellerOfInvoice): DocumentSeller => ({
  legalName: seller.name,
  address: addressOf(seller, ''),
  vatId: seller.vatId,
  taxNumber: seller.taxNumber,
  register: seller.register,
  managing: seller.managing,
  iban: seller.iban,
  bic: seller.bic,
  logo: null,
  electronicAddress: electronicAddressOf(seller),
  contact:
    seller.email === null || seller.phone === null
      ? null
      : { name: seller.label ?? seller.name, phone: seller.phone, email: seller.email },
  isSmallBusiness: seller.isSmallBusiness,
})

/** Returns the recipient of a document; `country` is that of an address without one. */
export const buyerOf = (buyer: BuyerOfInvoice, country: string): DocumentBuyer => ({
  name: buyer.name,
  address: addressOf(buyer, country),
  number: buyer.code,
  vatId: buyer.vatId,
  reference: buyer.buyerReference,
  electronicAddress: electronicAddressOf(buyer),
})

/** Documents state taxes by rate: those of several countries with one rate are added. */
function byRate(taxes: readonly TaxTotal[]): DocumentTotal[] {
  const totals = new Map<number, DocumentTotal>()
  for (const { taxBp, netMinor, taxMinor, grossMinor } of taxes) {
    const sum = totals.get(taxBp) ?? { taxBp, netMinor: 0, taxMinor: 0, grossMinor: 0 }
    totals.set(taxBp, {
      taxBp,
      netMinor: sum.netMinor + netMinor,
      taxMinor: sum.taxMinor + taxMinor,
      grossMinor: sum.grossMinor + grossMinor,
    })
  }
  return [...totals.values()].toSorted((one, other) => other.taxBp - one.taxBp)
}

/** Leaves calculations out that exceed the limits of a document; the charge has them. */
function withinLimits(lines: readonly InvoiceLine[]): InvoiceLine[] {
  let count = 0
  return lines.map((line) => {
    const { length } = line.parts
    const isPrinted = length <= documentLimits.partsPerLine && count + length <= documentLimits.parts
    if (!isPrinted) return { ...line, parts: [] }
    count += length
    return line
  })
}

function lineOf(line: StoredLine, signedValues: SignedValues): InvoiceLine {
  const local = localTimesOf(line)
  return {
    label: line.tariff ?? line.station,
    // a reservation is a piece, or time without charging
    service:
      line.service === 'RESERVATION' ? (line.unit === 's' ? 'TIME' : 'FLAT') : (line.service as Service),
    // of a charge that takes another one back, only the amount is negative
    quantity: Math.abs(line.quantity),
    amountMinor: line.amountMinor,
    netMinor: line.netMinor,
    taxBp: line.taxBp,
    session: {
      // a session that was deleted has no number
      number: String(line.transactionNumber ?? line.transactionId),
      station: line.station,
      site: line.place,
      startedAt: local(line.startedAt),
      stoppedAt: local(line.endedAt),
      meterStartWh: line.meterStartWh,
      meterStopWh: line.meterStopWh,
      energyWh:
        line.meterStartWh === null || line.meterStopWh === null
          ? 0
          : Math.max(line.meterStopWh - line.meterStartWh, 0),
      signedValues: signedValues.get(line.transactionId) ?? [],
    },
    parts: line.parts.map(
      ({ from, to, quantity, exact, reason }): CalculationPart => ({
        from: from === null ? null : local(new Date(from)),
        to: to === null ? null : local(new Date(to)),
        quantity,
        exact,
        reason,
        isInterpolated: false,
      }),
    ),
  }
}

/** Returns the function that writes instants of a line as local time of its station. */
function localTimesOf({ startedAt, endedAt, timeZone }: StoredLine): (at: Date) => string {
  const offsets = offsetsOf(timeZone, startedAt.getTime(), endedAt.getTime())
  return (at) => {
    const ms = at.getTime()
    const [, minutes] = offsets.findLast(([from]) => from <= ms) ?? offsets[0] ?? [0, 0]
    return localTime(ms, minutes)
  }
}
