import type { Insertable, Kysely } from 'kysely'
import { keepNewest } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'

type Db = Kysely<Database>

/** Codes of a user, used ones included: there can be twice as many as login sessions. */
const mostCodes = 200

/** Keeps a code; what nobody came for is forgotten. */
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
    most: mostCodes,
    by: 'expires_at',
  })
}

/** Locks the code: of two calls with it at once the second finds it used. */
export const lockCode = (db: Db, hash: Buffer) =>
  db.selectFrom('authorization_codes').selectAll().where('hash', '=', hash).forUpdate().executeTakeFirst()

export const useCode = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('authorization_codes').set({ used_at: now }).where('hash', '=', hash).execute()

export const setCodeSession = (db: Db, hash: Buffer, session: string) =>
  db.updateTable('authorization_codes').set({ session_code: session }).where('hash', '=', hash).execute()
