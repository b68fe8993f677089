import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { creditCharges, lockReversals } from '../charges/index.ts'
import { creditNote, postJournals } from '../ledger/index.ts'
import {
  insertInvoice,
  insertLines,
  type InvoiceRow,
  nextNumber,
  partiesOfIssued,
  storeIssue,
  uncreditedLines,
  updateInvoice,
} from './invoice-store.ts'
import { invoiceNumber } from '@stationmaster/contract'
import { refuseDocument } from './issue-invoice.ts'
import { findSeller } from './party-store.ts'
import { dayIn } from './period-store.ts'
import { stateAfter } from './settle-invoice.ts'
import { sumOfLines } from './totals.ts'

export interface Credit {
  invoice: InvoiceRow
  /** Numbers of the lines; all without them. */
  lines: readonly number[] | null
  reason: string
  ownerId: string | null
  now: Date
}

/**
 * Issues a credit note (EN 16931, type 381) for lines of an issued invoice that no other one repeats and no later invoice takes
 * back. It has the amounts of these lines; nothing is computed again. Returns its number and the state of the invoice after it.
 */
export async function creditInvoice(
  tx: Tx,
  { invoice, lines: numbers, reason, ownerId, now }: Credit,
): Promise<{ id: string; code: string; state: string } | Refusal> {
  const wanted = numbers === null ? null : new Set(numbers)
  await lockReversals(tx, invoice.id)
  const left = await uncreditedLines(tx, invoice.id)
  const lines = wanted === null ? left : left.filter(({ line }) => wanted.has(line))
  const found = new Set(lines.map(({ line }) => line))
  const unknown = numbers?.find((number) => !found.has(number))
  if (lines.length === 0) return refuse('invoice.credited_in_full')
  if (unknown !== undefined) return refuse('invoice.line_not_found', { line: unknown, field: 'params.lines' })
  const totals = sumOfLines(lines)
  if (totals.taxes.some(({ netMinor, taxMinor }) => netMinor < 0 || taxMinor < 0))
    return refuse('invoice.negative')
  const { accountId, sellerId, clientId, currency } = invoice
  const { seller, buyer } = await partiesOfIssued(tx, invoice.id)
  // numbers follow the pattern of today
  const { numberPattern, timeZone } = (await findSeller(tx, { accountId, id: sellerId })) ?? seller
  const { day, year } = await dayIn(tx, { at: now, timeZone })
  const id = newId(now.getTime())
  const invalid = refuseDocument({
    ...invoice,
    type: 'credit_note',
    code: invoiceNumber(numberPattern, { series: 'CN', year, number: 0 }),
    reference: null,
    issuedOn: day,
    dueOn: null,
    seller,
    buyer,
    taxes: totals.taxes,
    lines,
    preceding: { number: invoice.code!, issuedOn: invoice.issuedOn! },
    reason,
    reservedMinor: 0,
    advanceMinor: 0,
  })
  if (invalid) return invalid
  await insertInvoice(tx, {
    ...invoice,
    id,
    type: 'credit_note',
    ownerId,
    correctsId: invoice.id,
    replacesId: null,
    reason,
    totals,
    now,
  })
  await insertLines(
    tx,
    { accountId, invoiceId: id },
    lines.map((line, index) => ({ ...line, line: index + 1 })),
  )
  const number = await nextNumber(tx, { sellerId, accountId, series: 'CN', year })
  const code = invoiceNumber(numberPattern, { series: 'CN', year, number })
  await storeIssue(tx, id, {
    code,
    reference: null,
    issuedOn: day,
    dueOn: null,
    state: 'closed',
    now,
    seller,
    buyer,
  })
  const correctedMinor = await creditCharges(
    tx,
    lines.map(({ chargeId }) => chargeId),
    now,
  )
  await postJournals(tx, [
    creditNote({
      accountId,
      currency,
      occurredAt: now,
      clientId,
      invoiceId: id,
      netMinor: totals.netMinor,
      taxes: totals.taxes.map(({ country, taxBp, taxMinor }) => ({ country, rateBp: taxBp, taxMinor })),
      description: code,
      correctedMinor,
    }),
  ])
  const creditedMinor = invoice.creditedMinor + totals.grossMinor
  const state = stateAfter({ ...invoice, creditedMinor })
  await updateInvoice(tx, invoice.id, { creditedMinor, state, now })
  return { id, code, state }
}
