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

/** Returns true if the provider has the amount of a dispute. */
const isHeld = (state: DisputeState['state'], isWithdrawn: boolean) => isWithdrawn && state !== 'won'

/**
 * Applies the state of a dispute to its payment, which is locked: withdrawn, then won or lost, each booked once. Returns
 * true if something changed.
 */
export async function applyDispute(
  tx: Tx,
  payment: PaymentRow,
  { reported, now }: { reported: DisputeState; now: Date },
): Promise<boolean> {
  const before = await openDispute(tx, payment, { reported, now })
  const state = before.state === 'open' ? reported.state : before.state
  const isWithdrawn = before.isWithdrawn || reported.isWithdrawn
  if (state === before.state && isWithdrawn === before.isWithdrawn) return false
  const { accountId, clientId, currency, provider, id: paymentId } = payment
  const { id: disputeId, amountMinor } = before
  const feeMinor = before.isWithdrawn ? before.feeMinor : reported.feeMinor
  const event = { accountId, currency, occurredAt: now, disputeId, provider, amountMinor }
  const journals: NewJournal[] = []
  if (isWithdrawn && !before.isWithdrawn) journals.push(disputeOpened({ ...event, feeMinor }))
  const isLost = state === 'lost' && before.state === 'open' && isWithdrawn
  if (isLost) journals.push(disputeLost({ ...event, clientId }))
  if (state === 'won' && before.state === 'open' && isWithdrawn) journals.push(disputeWon(event))
  if (isLost) await settleReturned(tx, payment, { returnedMinor: amountMinor, now })
  await postJournals(tx, journals)
  await updateDispute(tx, { id: disputeId, state, feeMinor, isWithdrawn }, now)
  const heldMinor =
    (isHeld(state, isWithdrawn) ? amountMinor : 0) -
    (isHeld(before.state, before.isWithdrawn) ? amountMinor : 0)
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
