import { invoiceNumber } from '@stationmaster/contract'
import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { creditorReference } from './documents/identifiers.ts'
import { insertInvoice, insertLines, nextNumber, type StoredLine, storeIssue } from './invoice-store.ts'
import { findBuyer, type SellerOfInvoice } from './party-store.ts'
import { invoiceTotals } from './totals.ts'

/** A line of the demo; its taxes are computed. */
export type DemoLine = Omit<StoredLine, 'line' | 'netMinor' | 'taxMinor' | 'chargeId'>

interface DemoInvoice {
  seller: SellerOfInvoice
  clientId: string
  currency: string
  lines: readonly DemoLine[]
  period: { from: string; to: string }
  /** Null: a draft. */
  issue: { at: Date; day: string; due: string | null; state: 'in_progress' | 'paid' | 'closed' } | null
  /** Invoice that a credit note repeats. */
  corrects?: { id: string; reason: string }
}

/**
 * Adds an invoice of the demo with net prices. It is a trial: nothing is booked, no charge belongs to it, and it can be
 * removed. Returns its id and its total.
 */
export async function addDemoInvoice(
  tx: Tx,
  { seller, clientId, currency, lines: given, period, issue, corrects }: DemoInvoice,
): Promise<{ id: string; grossMinor: number }> {
  const buyer = (await findBuyer(tx, clientId))!
  const now = issue?.at ?? new Date()
  const { accountId } = seller
  const id = newId(now.getTime())
  const type = corrects ? 'credit_note' : 'invoice'
  const { lines: taxed, ...totals } = invoiceTotals(given, false)
  await insertInvoice(tx, {
    id,
    accountId,
    sellerId: seller.id,
    clientId,
    ownerId: null,
    type,
    currency,
    isTaxIncluded: false,
    periodFrom: period.from,
    periodTo: period.to,
    language: buyer.locale,
    correctsId: corrects?.id ?? null,
    replacesId: null,
    reason: corrects?.reason ?? null,
    isTrial: true,
    totals,
    now,
  })
  await sql`update invoices set is_demo = true where id = ${id}`.execute(tx)
  const lines = taxed.map((line, index) => ({
    ...line,
    line: index + 1,
    chargeId: newId(now.getTime()),
  }))
  await insertLines(tx, { accountId, invoiceId: id }, lines)
  if (!issue) return { id, grossMinor: totals.grossMinor }
  const year = Number(issue.day.slice(0, 4))
  const series = corrects ? ('CN' as const) : ('INV' as const)
  const number = await nextNumber(tx, { sellerId: seller.id, accountId, series, year })
  const code = invoiceNumber(seller.numberPattern, { series, year, number })
  await storeIssue(tx, id, {
    code,
    reference: corrects ? null : creditorReference(code),
    issuedOn: issue.day,
    dueOn: issue.due,
    state: issue.state,
    now,
    seller,
    buyer,
  })
  return { id, grossMinor: totals.grossMinor }
}

/** Removes the invoices and sellers of the demo. */
export const demoInvoiceRemovals = [
  sql`delete from invoice_mails where invoice_id in (select id from invoices where is_demo)`,
  sql`delete from documents where invoice_id in (select id from invoices where is_demo)`,
  sql`delete from invoice_lines where invoice_id in (select id from invoices where is_demo)`,
  sql`delete from invoices where is_demo and corrects_id is not null`,
  sql`delete from invoices where is_demo`,
  sql`delete from invoice_series where seller_id in (select id from sellers where is_demo)`,
  sql`delete from sellers where is_demo`,
]
