import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db } from '../../storage/transaction.ts'
import { visibleClients } from './list-store.ts'

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

/** Returns the clients of the account, that the viewer may see, with one of these ids, numbers or names in lower case. */
export async function findClientsOfNames(
  db: Db,
  scope: Scope,
  names: readonly string[],
): Promise<{ id: string; code: string; name: string }[]> {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select p.id, p.code, p.name from clients p
    where p.account_id = ${scope.accountId} and p.state <> 'deleted' and (${visibleClients(scope)})
      and (lower(p.code) = any(${names}::text[]) or lower(p.name) = any(${names}::text[])
        or p.id::text = any(${names}::text[]))`.execute(db)
  return rows
}

/** Returns account, currency and name of a client that is not deleted, if the viewer may see it. */
export async function payingClient(
  db: Db,
  scope: Scope,
  id: string,
): Promise<{ accountId: string; currency: string; name: string } | null> {
  const { rows } = await sql<{ accountId: string; currency: string; name: string }>`
    select p.account_id as "accountId", p.currency_code as currency, p.name from clients p
    where p.id = ${id} and p.state <> 'deleted' and (${visibleClients(scope)})`.execute(db)
  return rows[0] ?? null
}

/** Returns the account of a client that is not deleted, if the viewer may see it. */
export async function accountOfClient(db: Db, scope: Scope, id: string): Promise<string | null> {
  const { rows } = await sql<{ account: string }>`select p.account_id as account from clients p
    where p.id = ${id} and p.state <> 'deleted' and (${visibleClients(scope)})`.execute(db)
  return rows[0]?.account ?? null
}
