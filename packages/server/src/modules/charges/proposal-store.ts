import { sql } from 'kysely'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type JournalLine, postJournals } from '../ledger/index.ts'
import { supersede } from './rating-store.ts'

interface Proposal {
  id: string
  accountId: string
  sessionId: string
  clientId: string
  currency: string
}

interface Decision {
  ratingId: string
  now: Date
}

/** Returns a proposed rating that still can be decided on, locked. */
async function lockProposal(tx: Tx, ratingId: string): Promise<Proposal | null> {
  const { rows } = await sql<Proposal>`
    select id, account_id as "accountId", transaction_id as "sessionId", client_id as "clientId", currency
    from ratings where id = ${ratingId} and hold_reason = 'proposed' and superseded_by is null for update`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** Id of the rating of the session that applies. */
async function currentRating(tx: Tx, sessionId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from ratings where transaction_id = ${sessionId}
    and superseded_by is null and hold_reason is distinct from 'proposed' for update`.execute(tx)
  return rows[0]?.id ?? null
}

const setState = (
  tx: Tx,
  { sessionId, ratingId, now }: Decision & { sessionId: string },
  state: 'processing' | 'cancelled',
) =>
  sql<{ currency: string; client: string; amount: number }>`
    update charges set state = ${state}, updated_at = ${now}
    where transaction_id = ${sessionId} and rating_id = ${ratingId} and state = 'proposed'
    returning currency, client_id as client, amount_minor as amount`.execute(tx)

const uninvoiced = { kind: 'uninvoiced', ref: '' } as const

/** Books a proposed rating: its charges, and those that reverse the invoiced ones, wait for the next invoice. */
export async function approveProposal(tx: Tx, decision: Decision): Promise<Refusal | null> {
  const proposal = await lockProposal(tx, decision.ratingId)
  if (!proposal) return refuse('charge.wrong_state', { field: 'id' })
  const current = await currentRating(tx, proposal.sessionId)
  if (current !== null) await supersede(tx, [{ id: current, by: proposal.id }])
  const { rows: charges } = await setState(tx, { ...decision, sessionId: proposal.sessionId }, 'processing')
  const { accountId } = proposal
  const sums = new Map<string, { client: string; currency: string; amount: number }>()
  for (const { client, currency, amount } of charges) {
    const key = `${client} ${currency}`
    const sum = sums.get(key) ?? { client, currency, amount: 0 }
    sums.set(key, { ...sum, amount: sum.amount + amount })
  }
  const journals = [...sums.values()].map(({ client, currency, amount }) => {
    const ofClient = { kind: 'client', ref: client } as const
    const line: JournalLine =
      amount < 0
        ? { debit: uninvoiced, credit: ofClient, amountMinor: -amount }
        : { debit: ofClient, credit: uninvoiced, amountMinor: amount }
    // the card may have got another client, and the tariff another currency
    const isOwn = client === proposal.clientId && currency === proposal.currency
    return {
      accountId,
      kind: 'session' as const,
      eventKey: isOwn ? `rating:${proposal.id}` : `rating:${proposal.id}:${client}:${currency}`,
      currency,
      occurredAt: decision.now,
      lines: amount === 0 ? [] : [line],
    }
  })
  const posted = await postJournals(tx, journals)
  const journalId = posted.find(({ eventKey }) => eventKey === `rating:${proposal.id}`)?.journalId ?? null
  await sql`update ratings set hold_reason = null, journal_id = ${journalId} where id = ${proposal.id}`.execute(
    tx,
  )
  return null
}

/** Discards a proposed rating: the invoiced one continues to apply. */
export async function rejectProposal(tx: Tx, decision: Decision): Promise<Refusal | null> {
  const proposal = await lockProposal(tx, decision.ratingId)
  if (!proposal) return refuse('charge.wrong_state', { field: 'id' })
  const current = await currentRating(tx, proposal.sessionId)
  if (current !== null) await supersede(tx, [{ id: proposal.id, by: current }])
  await setState(tx, { ...decision, sessionId: proposal.sessionId }, 'cancelled')
  return null
}
