import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { lockBalance, openLedgerAccount } from './accounts-store.ts'
import { endHolds, findHold, insertHold, lockBalances, setHoldAmount } from './holds-store.ts'
import { requireAmount } from './require-amount.ts'

/** Amount that is taken or reserved from the account of a client. */
export interface Spending {
  accountId: string
  clientId: string
  currency: string
  /** Minor units, above zero. */
  amountMinor: number
}

const tooLow = refuse('ledger.balance_too_low')

const accountOf = (tx: Tx, { accountId, clientId, currency }: Spending) =>
  openLedgerAccount(tx, { accountId, kind: 'client', ref: clientId, currency })

/**
 * Checks that a client can spend an amount: balance minus holds plus credit limit. Locks the balance, so that it
 * remains sufficient until the transaction posts or ends. Refunds and payouts of owners call it before they post;
 * sessions may exceed the balance, because their energy is delivered.
 */
export async function spend(tx: Tx, spending: Spending): Promise<Refusal | null> {
  requireAmount(spending.amountMinor)
  const { availableMinor } = await lockBalance(tx, await accountOf(tx, spending))
  return availableMinor < spending.amountMinor ? tooLow : null
}

/**
 * Reserves an amount for a session, or refuses if the client cannot spend it. A repeated call with the same values has
 * no effect; the session can have no other hold.
 */
export async function placeHold(
  tx: Tx,
  { transactionNumber: number, ...spending }: Spending & { transactionNumber: number },
): Promise<Refusal | null> {
  const { accountId, amountMinor } = spending
  requireAmount(amountMinor)
  const ledgerAccountId = await accountOf(tx, spending)
  const { availableMinor } = await lockBalance(tx, ledgerAccountId)
  const hold = await findHold(tx, number)
  if (hold) {
    if (hold.ledgerAccountId === ledgerAccountId && hold.amountMinor === amountMinor && hold.state === 'open')
      return null
    throw new Error(`session ${number} has another hold`)
  }
  if (availableMinor < amountMinor) return tooLow
  await insertHold(tx, { id: newId(), accountId, ledgerAccountId, number, amountMinor })
  return null
}

/** Raises the hold of a session to an amount, or refuses. A lower amount, or an ended hold, is not changed. */
export async function growHold(
  tx: Tx,
  { transactionNumber, amountMinor }: { transactionNumber: number; amountMinor: number },
): Promise<Refusal | null> {
  requireAmount(amountMinor)
  const before = await findHold(tx, transactionNumber)
  if (!before) throw new Error(`session ${transactionNumber} has no hold`)
  const { availableMinor } = await lockBalance(tx, before.ledgerAccountId)
  // holds change only while their balance is locked
  const hold = await findHold(tx, transactionNumber)
  if (!hold || hold.state !== 'open' || hold.amountMinor >= amountMinor) return null
  if (availableMinor < amountMinor - hold.amountMinor) return tooLow
  await setHoldAmount(tx, transactionNumber, amountMinor)
  return null
}

/** Ends the holds of sessions in whichever way they ended. */
export async function releaseHolds(tx: Tx, transactionNumbers: readonly number[]): Promise<void> {
  await lockBalances(tx, { holds: transactionNumbers, ledgerAccountIds: [] })
  await endHolds(tx, transactionNumbers, 'released')
}

/** Ends the hold of a session; returns false if it has no open one. */
const endHold =
  (state: 'captured' | 'released') =>
  async (tx: Tx, transactionNumber: number): Promise<boolean> => {
    await lockBalances(tx, { holds: [transactionNumber], ledgerAccountIds: [] })
    return (await endHolds(tx, [transactionNumber], state)).length === 1
  }

/** Ends the hold of a session that costs nothing, or did not start; returns false if it has no open one. */
export const releaseHold = endHold('released')

/**
 * Ends the hold of a session whose price is posted in the same transaction; returns false if it has no open one. With
 * journals of several clients, pass the sessions to `postJournals` instead, which locks all balances in one order.
 */
export const captureHold = endHold('captured')
