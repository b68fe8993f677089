import { type Insertable, sql } from 'kysely'
import { countRows } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

const personColumns = ['id', 'email', 'state', 'locale', 'awaits_confirmation'] as const

/** Returns the user with this login or e-mail; of two users the one with the e-mail. */
export const personByIdentifier = (db: Db, identifier: string) =>
  db
    .selectFrom('users')
    .select([...personColumns])
    .where((eb) =>
      eb.or([
        eb(sql<string>`lower(email)`, '=', identifier.toLowerCase()),
        eb(sql<string>`lower(username)`, '=', identifier.toLowerCase()),
      ]),
    )
    .orderBy(sql`lower(email) is not distinct from ${identifier.toLowerCase()}`, 'desc')
    .limit(1)
    .executeTakeFirst()

export const personByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select([...personColumns])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst()

/** Locks the user with this e-mail and returns the columns that sign-in needs. */
export const lockHolder = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'state', 'is_admin', 'interface_code', 'awaits_confirmation', 'email_confirmed_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .forUpdate()
    .executeTakeFirst()

/** Frees the address of a deleted user. */
export const releaseEmail = (db: Db, id: string) =>
  db.updateTable('users').set({ email: null }).where('id', '=', id).where('state', '=', 'deleted').execute()

export const isLoginTaken = async (db: Db, username: string): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where(sql<string>`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()) !== undefined

/** Returns false if another user took the login or the e-mail at the same moment. */
export async function insertPerson(db: Db, person: Insertable<Database['users']>): Promise<boolean> {
  const row = await db
    .insertInto('users')
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const insertAccount = (db: Db, account: Insertable<Database['accounts']>) =>
  db.insertInto('accounts').values(account).execute()

/** Removes users who never confirmed their sign-up, and the accounts created for them. */
export async function removeUnconfirmed(
  db: Db,
  which: { id: string } | { createdBefore: Date },
): Promise<void> {
  const removed = await db
    .deleteFrom('users')
    .where('awaits_confirmation', '=', true)
    // a user locked by an administrator stays locked
    .where('state', '=', 'open')
    .$if('id' in which, (query) => query.where('id', '=', 'id' in which ? which.id : ''))
    .$if('createdBefore' in which, (query) =>
      query.where('created_at', '<', 'createdBefore' in which ? which.createdBefore : new Date(0)),
    )
    .returning('account_id')
    .execute()
  if (removed.length === 0) return
  const accounts = [...new Set(removed.map((row) => row.account_id))]
  await sql`delete from accounts a where a.id = any(${accounts}::uuid[]) and a.id <> (select id from accounts order by created_at, id limit 1)
    and not exists (select from users u where u.account_id = a.id)
    and not exists (select from stations s where s.account_id = a.id)
    and not exists (select from cards c where c.account_id = a.id)`.execute(db)
}

// --- codes that confirm an address

export async function replaceConfirmation(
  db: Db,
  row: Insertable<Database['email_confirmations']>,
): Promise<Buffer[]> {
  const old = await db
    .deleteFrom('email_confirmations')
    .where('user_id', '=', row.user_id)
    .returning('code_hash')
    .execute()
  await db.insertInto('email_confirmations').values(row).execute()
  return old.map(({ code_hash }) => code_hash)
}

/** Returns the user whose address a code confirms, with the columns that the check of the password needs. */
export const confirmationOf = (db: Db, codeHash: Buffer, now: Date) =>
  db
    .selectFrom('email_confirmations as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['u.username', 'c.email', 'u.awaits_confirmation'])
    .where('c.code_hash', '=', codeHash)
    .where('c.expires_at', '>', now)
    .executeTakeFirst()

/** Removes a code and returns what it confirms; a second attempt finds nothing. */
export const takeConfirmation = (db: Db, codeHash: Buffer, now: Date) =>
  db
    .deleteFrom('email_confirmations')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning(['user_id', 'email'])
    .executeTakeFirst()

/** Locks the user whose address is confirmed until the end of the transaction. */
export const lockPerson = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select([...personColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Returns the sign-in state that is reported when an address is confirmed. */
export const signInStateOf = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'account_id', 'interface_code', 'email', 'awaits_confirmation'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Stores the confirmed address; a user who waited for the confirmation may now sign in. */
export const setConfirmedEmail = (db: Db, id: string, { email, now }: { email: string; now: Date }) =>
  db
    .updateTable('users')
    .set({
      email,
      email_confirmed_at: now,
      updated_at: now,
      state: sql`case when awaits_confirmation and state = 'open' then 'active' else state end`,
      awaits_confirmation: false,
    })
    .where('id', '=', id)
    .execute()

// --- password recovery

/** Removes a user's expired recoveries and returns the number that remains. Later calls wait for this one. */
export async function countRecoveries(db: Db, userId: string, now: Date): Promise<number> {
  await sql`select from users where id = ${userId} for no key update`.execute(db)
  await db
    .deleteFrom('password_recoveries')
    .where('user_id', '=', userId)
    .where('expires_at', '<', now)
    .execute()
  return countRows(db, { table: 'password_recoveries', owner: { column: 'user_id', value: userId } })
}

export const insertRecovery = (db: Db, row: Insertable<Database['password_recoveries']>) =>
  db.insertInto('password_recoveries').values(row).execute()

/** Locks the recovery of a valid ticket and returns it with its user. */
export const lockRecovery = (db: Db, ticketHash: Buffer, now: Date) =>
  db
    .selectFrom('password_recoveries as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.answer_hash',
      'r.tries',
      'u.id',
      'u.username',
      'u.account_id',
      'u.email',
      'u.state',
      'u.locale',
    ])
    .where('r.ticket_hash', '=', ticketHash)
    .where('r.expires_at', '>', now)
    .forUpdate('r')
    .executeTakeFirst()

export const countRecoveryAttempt = (db: Db, ticketHash: Buffer) =>
  db
    .updateTable('password_recoveries')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .execute()

/** Ends all recoveries of a user; returns the hashes of their second halves. */
export const removeRecoveries = async (db: Db, userId: string): Promise<Buffer[]> =>
  (
    await db
      .deleteFrom('password_recoveries')
      .where('user_id', '=', userId)
      .returning('answer_hash')
      .execute()
  ).map((row) => row.answer_hash)

export async function removeExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('email_confirmations').where('expires_at', '<', now).execute()
  await db.deleteFrom('password_recoveries').where('expires_at', '<', now).execute()
}
