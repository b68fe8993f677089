import type { Db } from '../../storage/transaction.ts'

/** The value is the id of the user on whose behalf requests without a token run. */
export const localKey = 'local_administrator'

/** Claims the name of the local administrator for a new user. Returns false if it is taken. */
export async function claimLocalAdministrator(db: Db, id: string): Promise<boolean> {
  const row = await db
    .insertInto('installation')
    .values({ key: localKey, value: id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the local administrator, if any. */
export const localAdministrator = (db: Db) =>
  db
    .selectFrom('installation')
    .innerJoin('users', (join) =>
      join.on((eb) => eb(eb.cast<string>('users.id', 'text'), '=', eb.ref('installation.value'))),
    )
    .select(['users.id', 'users.account_id', 'users.username', 'users.password_hash', 'users.state'])
    .where('installation.key', '=', localKey)
    .executeTakeFirst()

export const setUserState = (db: Db, id: string, { state, now }: { state: 'active' | 'locked'; now: Date }) =>
  db.updateTable('users').set({ state, updated_at: now }).where('id', '=', id).execute()

/** Returns the session of a user that expires last, if it is valid for at least another hour. */
export async function longestSession(db: Db, userId: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('code')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', new Date(now.getTime() + 3_600_000))
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.code ?? null
}
