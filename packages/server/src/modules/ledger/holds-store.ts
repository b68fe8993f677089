import { sql } from 'kysely'
import type { Tx } from '../../storage/transaction.ts'

export interface Hold {
  ledgerAccountId: string
  amountMinor: number
  state: 'open' | 'captured' | 'released'
}

/** Returns the hold of a session, or null. */
export async function findHold(tx: Tx, transactionNumber: number): Promise<Hold | null> {
  const { rows } = await sql<Hold>`
    select ledger_account_id as "ledgerAccountId", amount_minor as "amountMinor", state from ledger_holds
    where transaction_number = ${transactionNumber}`.execute(tx)
  return rows[0] ?? null
}

export const insertHold = (
  tx: Tx,
  hold: { id: string; accountId: string; ledgerAccountId: string; number: number; amountMinor: number },
) =>
  tx
    .insertInto('ledger_holds')
    .values({
      id: hold.id,
      account_id: hold.accountId,
      ledger_account_id: hold.ledgerAccountId,
      transaction_number: hold.number,
      amount_minor: hold.amountMinor,
    })
    .execute()

export const setHoldAmount = (tx: Tx, transactionNumber: number, amountMinor: number) =>
  tx
    .updateTable('ledger_holds')
    .set({ amount_minor: amountMinor, updated_at: sql`now()` })
    .where('transaction_number', '=', transactionNumber)
    .execute()

/** Locks the balances with open holds of these sessions, and those of other ledger accounts, in the common order. */
export const lockBalances = (
  tx: Tx,
  { holds, ledgerAccountIds }: { holds: readonly number[]; ledgerAccountIds: readonly string[] },
) =>
  sql`select from ledger_balances b where b.ledger_account_id = any(array(
      select h.ledger_account_id from ledger_holds h
      where h.transaction_number = any(${holds}::bigint[]) and h.state = 'open'
      union select unnest(${ledgerAccountIds}::uuid[])))
    order by b.is_internal, b.ledger_account_id for no key update`.execute(tx)

/** Ends the open holds of sessions whose balances are locked; returns the numbers of these sessions. */
export async function endHolds(
  tx: Tx,
  holds: readonly number[],
  state: 'captured' | 'released',
): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`update ledger_holds set state = ${state}, updated_at = now()
    where transaction_number = any(${holds}::bigint[]) and state = 'open'
    returning transaction_number as number`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Deletes holds that ended before a time. */
export const removeEndedHolds = (tx: Tx, before: Date) =>
  tx.deleteFrom('ledger_holds').where('state', '<>', 'open').where('updated_at', '<', before).execute()
