import type { Updateable } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export const findAccount = (db: Db, id: string) =>
  db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()

export const updateAccount = (db: Db, id: string, change: Updateable<Database['accounts']>) =>
  db.updateTable('accounts').set(change).where('id', '=', id).execute()

/** Returns the connected stations of the account, for which a process may have cached its rules. */
export const connectedStations = async (db: Db, accountId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('stations')
      .select('id')
      .where('account_id', '=', accountId)
      .where('is_connected', '=', true)
      .execute()
  ).map((row) => row.id)
