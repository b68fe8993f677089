import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import { givenFields } from '../../shared/request-fields.ts'
import type { Db } from '../../storage/transaction.ts'
import { newAccountCode } from './secrets.ts'

const setupCode = 'setup_code'

/** Returns the oldest account; creates it if the database is new. */
export async function firstAccount(db: Db, now: Date): Promise<{ id: string; code: string }> {
  const find = () =>
    db
      .selectFrom('accounts')
      .select(['id', 'code'])
      .orderBy('created_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  const found = await find()
  if (found) return found
  await db
    .insertInto('accounts')
    .values({ id: newId(now.getTime()), code: newAccountCode(6), name: 'My stations', created_at: now })
    .execute()
  return (await find())! // inserted above
}

export const setFirstAccount = (
  db: Db,
  id: string,
  { name, currency }: { name?: string; currency?: string },
) =>
  db
    .updateTable('accounts')
    .set(givenFields({ name, currency_code: currency }))
    .where('id', '=', id)
    .execute()

/** Returns true if an administrator exists who can sign in: the local one without a password cannot. */
export async function hasAdministrator(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('state', '<>', 'deleted')
    .where((eb) =>
      eb.or([
        eb('password_hash', 'is not', null),
        eb.not(
          eb.exists(
            eb
              .selectFrom('installation')
              .select('key')
              .where('key', '=', localKey)
              .where('value', '=', eb.cast<string>('users.id', 'text')),
          ),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export interface NewAdministrator {
  id: string
  username: string
  email: string | null
  /** Null if no one can sign in as this user. */
  passwordHash: string | null
}

export const insertAdministrator = (
  db: Db,
  accountId: string,
  { person, now }: { person: NewAdministrator; now: Date },
) =>
  db
    .insertInto('users')
    .values({
      id: person.id,
      account_id: accountId,
      username: person.username,
      email: person.email,
      password_hash: person.passwordHash,
      is_admin: true,
      interface_code: 'all',
      created_at: now,
      updated_at: now,
    })
    .execute()

/** Returns which of the two names another user has. */
export async function isNameTaken(
  db: Db,
  username: string,
  email: string,
): Promise<'username' | 'email' | null> {
  const row = await db
    .selectFrom('users')
    .select((eb) => eb(sql<string>`lower(username)`, '=', username.toLowerCase()).as('is_username'))
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(username)`, '=', username.toLowerCase()),
        eb(sql<string>`lower(email)`, '=', email.toLowerCase()),
      ]),
    )
    .executeTakeFirst()
  if (!row) return null
  return row.is_username ? 'username' : 'email'
}

export const storeSetupCode = (db: Db, hash: string) =>
  db
    .insertInto('installation')
    .values({ key: setupCode, value: hash })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: hash }))
    .execute()

/** Returns the hash of the setup code, if there is one; locks it against concurrent use. */
export async function lockSetupCode(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', setupCode)
    .forUpdate()
    .executeTakeFirst()
  return row?.value ?? null
}

export const dropSetupCode = (db: Db) => db.deleteFrom('installation').where('key', '=', setupCode).execute()

// --- local administrator

/** The value is the id of the user on whose behalf requests without a token run. */
const localKey = 'local_administrator'

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
