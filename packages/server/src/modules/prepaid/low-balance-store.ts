import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** A client whose balance is below the amount of its notice. */
export interface LowBalance {
  clientId: string
  accountId: string
  name: string
  currency: string
  /** In units of the currency. */
  balance: string
  limit: string
}

/** Balance of `clients p` in its currency, in units; zero without an account. */
const balance = sql`coalesce((select decimal_amount(b.credit_minor - b.debit_minor, a.currency)
  from ledger_accounts a join ledger_balances b on b.ledger_account_id = a.id
  where a.client_id = p.id and a.currency = p.currency_code), 0)`

/** Ends the notices of clients whose balance is sufficient again, or whose notice was switched off. */
export const endNotices = (db: Db) =>
  sql`update clients p set low_balance_at = null
    where p.low_balance_at is not null and (p.low_balance is null or ${balance} >= p.low_balance)`.execute(db)

/**
 * Notes that the notice of clients applies whose balance is below its amount, and returns these clients. Each is returned
 * once until its balance is sufficient again.
 */
export async function takeLowBalances(
  tx: Tx,
  { now, most }: { now: Date; most: number },
): Promise<LowBalance[]> {
  const { rows } = await sql<LowBalance>`
    update clients p set low_balance_at = ${now} where p.id in (
      select p.id from clients p where p.low_balance is not null and p.low_balance_at is null and p.state = 'enabled'
        and ${balance} < p.low_balance
      order by p.id limit ${most} for no key update skip locked)
    returning p.id as "clientId", p.account_id as "accountId", p.name, p.currency_code as currency,
      ${balance}::text as balance, p.low_balance::text as "limit"`.execute(tx)
  return rows
}
