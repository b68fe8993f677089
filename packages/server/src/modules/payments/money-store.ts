import type { AnswerOf, driverMoneyGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

type Money = Omit<AnswerOf<typeof driverMoneyGet>, 'providers'>

/** Returns the balance of a client in its currency, zero without an account; null if the client is deleted. */
export async function readMoney(
  db: Db,
  { clientId, accountId }: { clientId: string; accountId: string },
): Promise<Money | null> {
  const { rows } = await sql<Money>`select client, name, currency, prepaid, lowbalance::text,
      decimal_amount(balance, currency)::text as balance, decimal_amount(held, currency)::text as held,
      decimal_amount("limit", currency)::text as creditlimit,
      decimal_amount(balance - held + "limit", currency)::text as available,
      coalesce(decimal_amount(balance, currency) < lowbalance, false) as low
    from (select p.id as client, p.name, p.currency_code as currency, p.is_prepaid as prepaid, p.low_balance as lowbalance,
        coalesce(b.credit_minor - b.debit_minor, 0) as balance, coalesce(b.held_minor, 0) as held,
        coalesce(a.limit_minor, 0) as "limit"
      from clients p
      left join ledger_accounts a on a.client_id = p.id and a.currency = p.currency_code
      left join ledger_balances b on b.ledger_account_id = a.id
      where p.id = ${clientId} and p.account_id = ${accountId} and p.state <> 'deleted') m`.execute(db)
  return rows[0] ?? null
}
