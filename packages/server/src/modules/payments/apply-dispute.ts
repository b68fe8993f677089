import type { Tx } from '../../storage/transaction.ts'
import {
  disputeLost,
  disputeOpened,
  disputeWon,
  type NewJournal,
  payout as payoutJournal,
  postJournals,
  reverseJournal,
} from '../ledger/index.ts'
import { openDispute, openPayout, updateDispute, updatePayout } from './dispute-store.ts'
import { type PaymentRow, updatePayment } from './payment-store.ts'
import type { DisputeState, PayoutState } from './provider.ts'
import { settleReturned } from './settle-returned.ts'

type Progress = Pick<DisputeState, 'state' | 'isWithdrawn'>

const ranks: Record<DisputeState['state'], number> = { open: 0, lost: 1, won: 2 }

/**
 * A dispute only moves to a higher rank: its messages arrive late, twice and in any order. Before the amount is withdrawn its
 * state moves no money. One that was lost can be won on appeal.
 */
const rankOf = ({ state, isWithdrawn }: Progress): number => ranks[state] + (isWithdrawn ? 3 : 0)

/** Returns what the provider has of the amount of a dispute. */
const heldOf = ({ state, isWithdrawn }: Progress, amountMinor: number): number =>
  isWithdrawn && state !== 'won' ? amountMinor : 0

/**
 * Applies the state of a dispute to its payment, which is locked. The books follow from the state and the withdrawal, however
 * many steps were not seen. Returns true if something changed.
 */
export async function applyDispute(
  tx: Tx,
  payment: PaymentRow,
  { reported, now }: { reported: DisputeState; now: Date },
): Promise<boolean> {
  const before = await openDispute(tx, payment, { reported, now })
  if (rankOf(reported) <= rankOf(before)) return false
  const { state, isWithdrawn } = reported
  const { accountId, clientId, currency, provider, id: paymentId } = payment
  const { id: disputeId, amountMinor } = before
  const feeMinor = before.isWithdrawn ? before.feeMinor : reported.feeMinor
  const event = { accountId, currency, occurredAt: now, disputeId, provider, amountMinor }
  const journals: NewJournal[] = []
  if (isWithdrawn) {
    const wasLost = before.isWithdrawn && before.state === 'lost'
    if (!before.isWithdrawn) journals.push(disputeOpened({ ...event, feeMinor }))
    if (state === 'lost') journals.push(disputeLost({ ...event, clientId }))
    if (state === 'won') journals.push(disputeWon({ ...event, ...(wasLost && { owingId: clientId }) }))
    if (state === 'lost') await settleReturned(tx, payment, { returnedMinor: amountMinor, now })
    else if (wasLost) await settleReturned(tx, payment, { returnedMinor: -amountMinor, now })
  }
  await postJournals(tx, journals)
  await updateDispute(tx, { id: disputeId, state, feeMinor, isWithdrawn }, now)
  const heldMinor = heldOf(reported, amountMinor) - heldOf(before, amountMinor)
  await updatePayment(tx, paymentId, { disputedMinor: payment.disputedMinor + heldMinor, now })
  return true
}

/** Books a payout of a provider to the bank, or from it if it is below zero, and takes it back if it fails. */
export async function applyPayout(
  tx: Tx,
  {
    accountId,
    provider,
    reported,
    now,
  }: { accountId: string; provider: string; reported: PayoutState; now: Date },
): Promise<void> {
  const { id, state, journalId, isNew } = await openPayout(tx, { accountId, provider, reported, now })
  if (isNew && reported.state === 'paid' && reported.amountMinor !== 0) {
    const { amountMinor, currency } = reported
    const event = { accountId, currency, occurredAt: now, payoutId: id, provider, amountMinor }
    const [posted] = await postJournals(tx, [payoutJournal(event)])
    return void (await updatePayout(tx, id, { state: 'paid', journalId: posted!.journalId, now }))
  }
  if (state !== 'paid' || reported.state !== 'failed') return
  if (journalId !== null) await reverseJournal(tx, { accountId, journalId, occurredAt: now })
  await updatePayout(tx, id, { state: 'failed', journalId, now })
}
