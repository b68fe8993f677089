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
