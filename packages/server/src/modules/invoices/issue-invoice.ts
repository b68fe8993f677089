import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { paidInAdvance } from './advance-store.ts'
import { succeedCharges } from '../charges/index.ts'
import { invoiceIssued, postJournals } from '../ledger/index.ts'
import { type InvoiceRow, nextNumber, storedLines, storeIssue, type StoredLine } from './invoice-store.ts'
import { documentOfInvoice, type IssuedInvoice } from './document-of-invoice.ts'
import { findDocumentProblems } from './documents/document-problems.ts'
import { creditorReference } from './documents/identifiers.ts'
import { invoiceNumber } from '@stationmaster/contract'
import {
  type BuyerOfInvoice,
  findBuyer,
  findSeller,
  missingOfBuyer,
  type SellerOfInvoice,
} from './party-store.ts'
import { dayIn, daysLater } from './period-store.ts'
import { sumOfLines } from './totals.ts'

/** Most fields that a refusal names. */
const maxFields = 10

/**
 * Issues a draft: number, journal and state in the caller's transaction. Returns its new state: an invoice
 * without an amount to pay, or that its client has paid in advance, is paid.
 * @param reservedMinor what a guest has reserved; as much as the invoice takes of it counts as paid in its documents
 * @param carriedMinor what was paid for the invoice that this one replaces
 */
export async function issueInvoice(
  tx: Tx,
  {
    invoice,
    reservedMinor = 0,
    carriedMinor = 0,
    now,
  }: { invoice: InvoiceRow; reservedMinor?: number; carriedMinor?: number; now: Date },
): Promise<{ state: string; code: string } | Refusal> {
  const lines = await storedLines(tx, invoice.id)
  const parties = await partiesOf(tx, invoice)
  if (isRefusal(parties)) return parties
  const { seller, buyer } = parties
  const refusal = refuseTaxes({ seller, buyer, lines, isTaxIncluded: invoice.isTaxIncluded })
  if (refusal) return refusal
  const totals = sumOfLines(lines)
  const advanceMinor = Math.max(
    await paidInAdvance(tx, { ...invoice, ...totals }),
    Math.min(carriedMinor, totals.grossMinor),
  )
  if (totals.taxes.some(({ netMinor, taxMinor }) => netMinor < 0 || taxMinor < 0))
    return refuse('invoice.negative')
  const { day, year } = await dayIn(tx, { at: now, timeZone: seller.timeZone })
  const dueOn = daysLater(day, buyer.paymentDays ?? seller.paymentDays)
  // before the number is taken: an invoice without documents could not be sent
  const invalid = refuseDocument({
    ...invoice,
    code: invoiceNumber(seller.numberPattern, { series: 'INV', year, number: 0 }),
    reference: null,
    issuedOn: day,
    dueOn,
    seller,
    buyer,
    taxes: totals.taxes,
    lines,
    // its number was checked when it was issued
    preceding: null,
    reason: null,
    reservedMinor,
    advanceMinor,
  })
  if (invalid) return invalid
  const { id, accountId } = invoice
  const number = await nextNumber(tx, { sellerId: seller.id, accountId, series: 'INV', year })
  const code = invoiceNumber(seller.numberPattern, { series: 'INV', year, number })
  const state = advanceMinor >= totals.grossMinor ? 'paid' : 'in_progress'
  const issue = {
    code,
    reference: creditorReference(code),
    issuedOn: day,
    dueOn,
    state,
    reservedMinor,
    advanceMinor,
    paidMinor: Math.max(advanceMinor, carriedMinor),
    now,
    seller,
    buyer,
  }
  await storeIssue(tx, id, issue)
  await postJournals(tx, [
    invoiceIssued({
      accountId,
      currency: invoice.currency,
      occurredAt: now,
      clientId: invoice.clientId,
      invoiceId: id,
      netMinor: totals.netMinor,
      taxes: totals.taxes.map(({ country, taxBp, taxMinor }) => ({ country, rateBp: taxBp, taxMinor })),
      pricesIncludeTax: invoice.isTaxIncluded,
      description: code,
    }),
  ])
  await succeedCharges(tx, id)
  return { state, code }
}

/** Returns seller and buyer of an invoice if their data are complete. */
async function partiesOf(
  tx: Tx,
  { accountId, sellerId, clientId }: InvoiceRow,
): Promise<{ seller: SellerOfInvoice; buyer: BuyerOfInvoice } | Refusal> {
  const seller = await findSeller(tx, { accountId, id: sellerId })
  if (!seller) return refuse('invoice.no_seller')
  if (seller.missing.length > 0)
    return refuse('invoice.seller_incomplete', { seller: seller.name, fields: seller.missing.join(', ') })
  const buyer = await findBuyer(tx, clientId)
  if (!buyer) return refuse('client.not_found')
  const missing = missingOfBuyer(buyer)
  return missing.length > 0
    ? refuse('invoice.client_incomplete', { client: buyer.name, fields: missing.join(', ') })
    : { seller, buyer }
}

/** Refuses an invoice whose documents could not be made, and names the fields. */
export function refuseDocument(invoice: IssuedInvoice): Refusal | null {
  const fields = new Set(findDocumentProblems(documentOfInvoice(invoice)).map(({ field }) => field))
  return fields.size === 0
    ? null
    : refuse('invoice.document_invalid', { fields: [...fields].slice(0, maxFields).join(', ') })
}

interface Taxation {
  seller: SellerOfInvoice
  buyer: BuyerOfInvoice
  lines: readonly StoredLine[]
  isTaxIncluded: boolean
}

/** Refuses tax where none may be shown. */
function refuseTaxes({ seller, buyer, lines, isTaxIncluded }: Taxation): Refusal | null {
  const isTaxed = lines.some(({ taxBp }) => taxBp > 0)
  if (seller.isSmallBusiness && isTaxed) return refuse('invoice.small_business_taxed')
  if (buyer.isReverseCharge && isTaxed)
    return refuse(isTaxIncluded ? 'invoice.reverse_charge_gross' : 'invoice.reverse_charge_taxed')
  return null
}
