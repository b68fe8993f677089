import { sql } from 'kysely'
import { newId } from '../src/shared/ids.ts'
import type { Db } from '../src/storage/transaction.ts'

/** Adds an account and returns its id. */
export async function addOperator(db: Db): Promise<string> {
  const id = newId()
  await db
    .insertInto('accounts')
    .values({ id, code: id.slice(-12), name: 'Magrathea' })
    .execute()
  return id
}

/** Adds a client of an account and returns its id. */
export async function addClient(db: Db, accountId: string, name = 'Zaphod'): Promise<string> {
  const id = newId()
  await db
    .insertInto('clients')
    .values({ id, account_id: accountId, code: id.slice(-12), name, currency_code: 'EUR' })
    .execute()
  return id
}

/** Returns the sum of all balances, and of those that differ from their transfers. */
export async function sumsOfLedger(db: Db): Promise<{ total: number; wrong: number; transfers: number }> {
  const { rows } = await sql<{ total: number; wrong: number; transfers: number }>`
    select coalesce(sum(b.credit_minor - b.debit_minor), 0)::bigint as total,
      count(*) filter (where b.debit_minor <> t.debit or b.credit_minor <> t.credit) as wrong,
      (select count(*) from ledger_transfers) as transfers
    from ledger_balances b cross join lateral (
      select coalesce(sum(x.amount_minor) filter (where x.debit_id = b.ledger_account_id), 0) as debit,
        coalesce(sum(x.amount_minor) filter (where x.credit_id = b.ledger_account_id), 0) as credit
      from ledger_transfers x where b.ledger_account_id in (x.debit_id, x.credit_id)) t`.execute(db)
  return rows[0]!
}
