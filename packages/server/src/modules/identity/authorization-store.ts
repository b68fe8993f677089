import type { Insertable } from 'kysely'
import { keepNewest } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

/** Authorization codes per user, including used ones: up to twice the number of login sessions. */
const maxCodes = 200

/** Stores a code and deletes expired codes that were never used. */
export async function insertCode(
  db: Db,
  code: Insertable<Database['authorization_codes']>,
  now: Date,
): Promise<void> {
  await db
    .deleteFrom('authorization_codes')
    .where('used_at', 'is', null)
    .where('expires_at', '<', now)
    .execute()
  await db.insertInto('authorization_codes').values(code).execute()
  await keepNewest(db, {
    table: 'authorization_codes',
    owner: { column: 'user_id', value: code.user_id },
    most: maxCodes,
    by: 'expires_at',
  })
}

/** Locks the code: of two concurrent requests with it the second finds it used. */
export const lockCode = (db: Db, hash: Buffer) =>
  db.selectFrom('authorization_codes').selectAll().where('hash', '=', hash).forUpdate().executeTakeFirst()

export const useCode = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('authorization_codes').set({ used_at: now }).where('hash', '=', hash).execute()

export const setCodeSession = (db: Db, hash: Buffer, session: string) =>
  db.updateTable('authorization_codes').set({ session_code: session }).where('hash', '=', hash).execute()
