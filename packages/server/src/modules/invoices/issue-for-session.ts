import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { draftInvoices } from './draft-invoices.ts'
import { type InvoiceRow, lockInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { findBuyer, findSeller } from './party-store.ts'
import { dayIn } from './period-store.ts'

interface GuestSession {
  id: string
  accountId: string
  clientId: string
  language: string
  /** Minor units that are captured for the invoice. */
  reservedMinor: number
  isTrial: boolean
  now: Date
}

/**
 * Issues the invoice of one session of a guest in the caller's transaction: the charges become an invoice with a number or
 * nothing changes. Returns null if nothing is charged.
 */
export async function issueForSession(
  tx: Tx,
  { id, accountId, clientId, language, reservedMinor, isTrial, now }: GuestSession,
): Promise<InvoiceRow | null | Refusal> {
  const seller = await findSeller(tx, { accountId })
  if (!seller) return refuse('invoice.no_seller')
  const buyer = await findBuyer(tx, clientId)
  if (!buyer) return refuse('client.not_found')
  const { day } = await dayIn(tx, { at: now, timeZone: seller.timeZone })
  const drafts = await draftInvoices(tx, {
    seller,
    buyer,
    // its days; the session decides what is in it
    period: { from: day, to: day, begins: now, ends: now },
    ownerId: null,
    kinds: null,
    isTrial,
    sessions: { ids: [id], language },
    now,
  })
  const [draft] = drafts.ids
  if (draft === undefined) return null
  const issued = await issueInvoice(tx, { invoice: (await lockInvoice(tx, draft))!, reservedMinor, now })
  return isRefusal(issued) ? issued : lockInvoice(tx, draft)
}
