import { maxInvoiceLines } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { markInvoiced, type UninvoicedCharge, uninvoicedCharges } from '../charges/index.ts'
import { hasDraft, insertInvoice, insertLines, type StoredLine } from './invoice-store.ts'
import type { BuyerOfInvoice, SellerOfInvoice } from './party-store.ts'
import type { Period } from './period-store.ts'
import { invoiceTotals, type LineTax } from './totals.ts'

/** Currency and kind of price list, which all charges of an invoice have in common. */
export interface InvoiceKind {
  currency: string
  isTaxIncluded: boolean
}

/** The charges of a client in a period, which become invoices. */
export interface Drafting {
  seller: SellerOfInvoice
  buyer: BuyerOfInvoice
  period: Period
  ownerId: string | null
  /** Creates only drafts of these kinds; null: of all. */
  kinds: readonly InvoiceKind[] | null
  /** True while payments are trials. */
  isTrial: boolean
  /** Sessions whose invoice is issued in the same transaction; absent: all of the period. */
  sessions?: { ids: readonly string[]; language: string }
  /** Invoice that the draft replaces. */
  replacesId?: string
  now: Date
}

/**
 * Creates drafts from the charges of a client that no invoice contains. Each draft has one currency
 * and one kind of price list, because tax is taken out of gross prices and added to net ones, and a limited number of
 * lines. Charges of a period that has a draft already, such as a failed one, wait until it is issued or cancelled.
 */
export async function draftInvoices(
  tx: Tx,
  { seller, buyer, period, ownerId, kinds, isTrial, sessions, replacesId, now }: Drafting,
): Promise<{ ids: string[]; hasEarlierDraft: boolean }> {
  const { accountId } = seller
  const found = await uninvoicedCharges(tx, {
    accountId,
    clientId: buyer.id,
    most: maxInvoiceLines,
    ...(sessions ? { sessionIds: sessions.ids } : { from: period.begins, until: period.ends }),
  })
  const ids: string[] = []
  let hasEarlierDraft = false
  const wanted = kinds && new Set(kinds.map(keyOf))
  for (const group of groupsOf(found)) {
    const id = newId(now.getTime())
    const { currency, isTaxIncluded } = group[0]!
    if (wanted && !wanted.has(keyOf(group[0]!))) continue
    const kind = {
      sellerId: seller.id,
      clientId: buyer.id,
      currency,
      isTaxIncluded,
      periodFrom: period.from,
      periodTo: period.to,
    }
    if (!sessions && (await hasDraft(tx, kind))) {
      hasEarlierDraft = true
      continue
    }
    const { lines, ...totals } = invoiceTotals(
      group.map((charge, index) => lineOf(charge, { line: index + 1, seller })),
      isTaxIncluded,
    )
    await insertInvoice(tx, {
      ...kind,
      id,
      accountId,
      ownerId,
      type: 'invoice',
      language: sessions?.language ?? buyer.locale,
      correctsId: null,
      replacesId: replacesId ?? null,
      reason: null,
      isTrial,
      totals,
      now,
    })
    await insertLines(tx, { accountId, invoiceId: id }, lines)
    await markInvoiced(
      tx,
      group.map((charge) => charge.id),
      id,
    )
    ids.push(id)
  }
  return { ids, hasEarlierDraft }
}

const keyOf = ({ currency, isTaxIncluded }: InvoiceKind): string => `${currency} ${isTaxIncluded}`

/** Returns the charges of each currency and kind of price list. */
function groupsOf(charges: readonly UninvoicedCharge[]): UninvoicedCharge[][] {
  const groups = new Map<string, UninvoicedCharge[]>()
  for (const charge of charges) {
    const key = keyOf(charge)
    const group = groups.get(key)
    if (group) group.push(charge)
    else groups.set(key, [charge])
  }
  return [...groups.values()]
}

const lineOf = (
  charge: UninvoicedCharge,
  { line, seller }: { line: number; seller: SellerOfInvoice },
): Omit<StoredLine, keyof LineTax> => ({
  line,
  chargeId: charge.id,
  transactionId: charge.sessionId,
  transactionNumber: charge.transactionNumber,
  service: charge.service,
  station: charge.station,
  place: charge.place,
  tariff: charge.tariff,
  startedAt: charge.startedAt,
  endedAt: charge.stoppedAt,
  timeZone: charge.timeZone ?? seller.timeZone,
  meterStartWh: charge.meterStartWh,
  meterStopWh: charge.meterStopWh,
  quantity: charge.quantity,
  unit: charge.unit,
  price: charge.price,
  amountMinor: charge.amountMinor,
  taxBp: charge.taxBp,
  country: charge.country ?? seller.countryCode ?? '',
  parts: charge.parts,
})
