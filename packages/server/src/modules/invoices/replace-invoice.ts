import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { hasProposal, lockSessions, reopenCharges } from '../charges/index.ts'
import { isClientOf } from '../clients/index.ts'
import { chargesInvoicedAgain, postJournals } from '../ledger/index.ts'
import { creditInvoice } from './credit-invoice.ts'
import { draftInvoices } from './draft-invoices.ts'
import {
  hasDraft,
  type InvoiceRow,
  lockInvoice,
  storedLines,
  uncreditedLines,
  updateInvoice,
} from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { findBuyer, findSeller } from './party-store.ts'
import { creditNotesOf, hasWaitingPayment, isOfGuest, replacementOf, showToGuest } from './replace-store.ts'
import { stateAfter } from './settle-invoice.ts'

interface Replacement {
  invoice: InvoiceRow
  reason: string
  ownerId: string | null
  now: Date
}

/** A document with a number. */
interface Issued {
  id: string
  code: string
}

interface Credited {
  creditNote: Issued
  /** True if the credit note existed before. */
  isCreditedBefore: boolean
}

export type Replaced = Credited & { invoice: Issued }

/**
 * Credits what is left of an issued invoice, and issues an invoice of the same sessions with the present data of seller and
 * client, in the caller's transaction. Of an invoice that one credit note has credited in full, only the new one is issued.
 * What was paid counts for the new one.
 */
export async function replaceInvoice(
  tx: Tx,
  { invoice, reason, ownerId, now }: Replacement,
): Promise<Replaced | Refusal> {
  const { id, accountId, clientId, sellerId, currency } = invoice
  // its row is locked, but facts of other rows may be older
  if ((await replacementOf(tx, id)) !== null) return refuse('invoice.replaced')
  if (await hasWaitingPayment(tx, id)) return refuse('payment.in_progress')
  if (!(await isClientOf(tx, accountId, clientId))) return refuse('client.not_found')
  if (await hasDraft(tx, invoice)) return refuse('invoice.draft_exists')
  const seller = await findSeller(tx, { accountId, id: sellerId })
  if (!seller) return refuse('invoice.no_seller')
  const buyer = (await findBuyer(tx, clientId))!
  const credited = await credit(tx, { invoice, reason, ownerId, now })
  if (isRefusal(credited)) return credited
  const { sessionIds, reopenedMinor, ...documents } = credited
  const isGuest = await isOfGuest(tx, id)
  const { ids } = await draftInvoices(tx, {
    seller,
    buyer,
    period: { from: invoice.periodFrom, to: invoice.periodTo, begins: now, ends: now },
    ownerId,
    kinds: [invoice],
    isTrial: invoice.isTrial,
    sessions: { ids: sessionIds, language: isGuest ? invoice.language : buyer.locale },
    replacesId: id,
    now,
  })
  const [draft] = ids
  if (draft === undefined) return refuse('invoice.nothing_to_replace')
  if (isGuest) await showToGuest(tx, { replacedId: id, newId: draft })
  await postJournals(tx, [
    chargesInvoicedAgain({
      accountId,
      clientId,
      currency,
      occurredAt: now,
      invoiceId: draft,
      amountMinor: reopenedMinor,
    }),
  ])
  const carriedMinor = await takeSurplus(tx, id, now)
  const issued = await issueInvoice(tx, { invoice: (await lockInvoice(tx, draft))!, carriedMinor, now })
  return isRefusal(issued) ? issued : { ...documents, invoice: { id: draft, code: issued.code } }
}

/** Credits the lines that are left, and makes the charges of the credit note chargeable again. */
async function credit(
  tx: Tx,
  { invoice, ...how }: Replacement,
): Promise<(Credited & { sessionIds: readonly string[]; reopenedMinor: number }) | Refusal> {
  const lines = await storedLines(tx, invoice.id)
  await lockSessions(tx, [...new Set(lines.map(({ transactionId }) => transactionId))])
  const isCreditedBefore = (await uncreditedLines(tx, invoice.id)).length === 0
  const earlier = isCreditedBefore ? await creditNotesOf(tx, invoice.id) : []
  // some of them may have been a favour to the client
  if (earlier.length > 1) return refuse('invoice.credited_in_parts')
  const note = isCreditedBefore ? earlier[0] : await creditInvoice(tx, { invoice, lines: null, ...how })
  if (note === undefined) return refuse('invoice.credited_in_full')
  if (isRefusal(note)) return note
  const { chargeIds } = (await creditNotesOf(tx, invoice.id)).find(({ id }) => id === note.id)!
  const ofNote = new Set(chargeIds)
  const sessionIds = [
    ...new Set(lines.flatMap((line) => (ofNote.has(line.chargeId) ? line.transactionId : []))),
  ]
  if (await hasProposal(tx, sessionIds)) return refuse('invoice.price_proposed')
  const reopenedMinor = await reopenCharges(tx, chargeIds, how.now)
  return { creditNote: { id: note.id, code: note.code }, isCreditedBefore, sessionIds, reopenedMinor }
}

/** Takes what was paid of an invoice beyond what is left of it off that invoice; returns it in minor units. */
async function takeSurplus(tx: Tx, id: string, now: Date): Promise<number> {
  const credited = (await lockInvoice(tx, id))!
  const surplusMinor = Math.max(credited.paidMinor + credited.creditedMinor - credited.grossMinor, 0)
  const carriedMinor = Math.min(surplusMinor, credited.paidMinor)
  const paidMinor = credited.paidMinor - carriedMinor
  await updateInvoice(tx, id, { paidMinor, state: stateAfter({ ...credited, paidMinor }), now })
  return carriedMinor
}
