import { sql } from 'kysely'
import type { Db } from '../../storage/transaction.ts'

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

/** Returns the clients of the account whose number or name, in lower case, is one of these. */
export async function findClientsOfNames(
  db: Db,
  accountId: string,
  names: readonly string[],
): Promise<{ id: string; code: string; name: string }[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select p.id, lower(p.code) as code, lower(p.name) as name from clients p
    where p.account_id = ${accountId} and p.state <> 'deleted'
      and (lower(p.code) = any(${names}::text[]) or lower(p.name) = any(${names}::text[]))`.execute(db)
  return rows
}
