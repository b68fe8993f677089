import { sql } from 'kysely'
import type { Db, Tx } from '../../storage/transaction.ts'

/** Returns the number of a new client: the next after the highest of the form C00001. */
export async function nextCode(tx: Tx, accountId: string): Promise<string> {
  const { rows } = await sql<{
    next: number
  }>`select coalesce(max(substring(code from '^C([0-9]{5,9})$')::int), 0) + 1 as next
    from clients where account_id = ${accountId}`.execute(tx)
  return `C${String(rows[0]!.next).padStart(5, '0')}`
}

export const currencyOf = async (db: Db, accountId: string): Promise<string> =>
  (
    await db
      .selectFrom('accounts')
      .select('currency_code')
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow()
  ).currency_code

/** Returns true if the account has a client with this id that is not deleted. */
export async function isClientOf(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('state', '<>', 'deleted')
    .executeTakeFirst()
  return row !== undefined
}
