import { type Insertable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export async function insertAttempt(
  db: Db,
  attempt: Insertable<Database['openid_attempts']>,
  now: Date,
): Promise<void> {
  await db.deleteFrom('openid_attempts').where('expires_at', '<', now).execute()
  await db.insertInto('openid_attempts').values(attempt).execute()
}

/** Removes the attempt of this browser and returns it; a second call finds nothing. */
export const takeAttempt = (
  db: Db,
  attempt: { state: Buffer; browser: Buffer; provider: string },
  now: Date,
) =>
  db
    .deleteFrom('openid_attempts')
    .where('state_hash', '=', attempt.state)
    .where('browser_hash', '=', attempt.browser)
    .where('provider', '=', attempt.provider)
    .where('expires_at', '>', now)
    .returning(['target', 'locale'])
    .executeTakeFirst()

/** Serializes concurrent sign-ins of one subject until the end of the transaction. */
export const lockSubject = (db: Db, issuer: string, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`${issuer} ${subject}`}, 0))`.execute(db)

/** Returns the user who signs in with this subject of an issuer. */
export const personBySubject = (db: Db, issuer: string, subject: string) =>
  db
    .selectFrom('user_identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select(['u.id', 'u.state', 'u.is_admin', 'u.interface_code'])
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst()

export const insertLink = (db: Db, link: Insertable<Database['user_identities']>) =>
  db.insertInto('user_identities').values(link).execute()

export const touchLink = (db: Db, { issuer, subject }: { issuer: string; subject: string }, now: Date) =>
  db
    .updateTable('user_identities')
    .set({ last_used_at: now })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

export const removeLink = (db: Db, issuer: string, subject: string) =>
  db.deleteFrom('user_identities').where('issuer', '=', issuer).where('subject', '=', subject).execute()

/** Returns the links of a user, the most recently used first. */
export const linksOf = (db: Db, userId: string) =>
  db
    .selectFrom('user_identities')
    .select(['id', 'issuer', 'subject', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()

export const lockPerson = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'account_id', 'locale'])
    .select(sql<boolean>`password_hash is not null`.as('has_password'))
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
