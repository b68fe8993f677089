import { type Insertable, sql } from 'kysely'
import { keepNewest } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

// --- signing keys

/** Returns the keys in use, the oldest first. */
export const signingKeys = (db: Db) =>
  db
    .selectFrom('signing_keys')
    .select(['kid', 'jwk', 'created_at'])
    .where('retired_at', 'is', null)
    .orderBy('created_at')
    .orderBy('kid')
    .execute()

export const insertSigningKey = (db: Db, kid: string, { jwk, at }: { jwk: string; at: Date }) =>
  db.insertInto('signing_keys').values({ kid, jwk, created_at: at }).execute()

/** Retires keys whose successor was created before the given time: no token signed by them is valid any more. */
export const retireSigningKeys = (db: Db, replacedBefore: Date, now: Date) =>
  db
    .updateTable('signing_keys as k')
    .set({ retired_at: now })
    .where('retired_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('signing_keys as newer')
          .select('newer.kid')
          .whereRef('newer.created_at', '>', 'k.created_at')
          .where('newer.created_at', '<', replacedBefore),
      ),
    )
    .execute()

// --- users

const personColumns = [
  'users.id',
  'users.account_id',
  'users.username',
  'users.email',
  'users.password_hash',
  'users.is_admin',
  'users.is_guest',
  'users.interface_code',
  'users.state',
  'users.first_name',
  'users.last_name',
  'users.picture',
  'users.locale',
  'users.area',
  'users.areas',
  'users.awaits_confirmation',
] as const

/** Finds a user by login or e-mail, ignoring case; a login takes precedence over another user's e-mail. */
export const userByName = (db: Db, name: string) =>
  db
    .selectFrom('users')
    .select([...personColumns])
    .where(sql<string>`lower(username)`, '=', name.toLowerCase())
    .where('state', '<>', 'deleted')
    .unionAll(
      db
        .selectFrom('users')
        .select([...personColumns])
        .where(sql<string>`lower(email)`, '=', name.toLowerCase())
        .where('state', '<>', 'deleted'),
    )
    .limit(1)
    .executeTakeFirst()

export const personWithAccount = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select([...personColumns])
    .select((eb) => eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'))
    .select(['accounts.code as account_code', 'accounts.name as account_name'])
    .where('users.id', '=', userId)
    .executeTakeFirst()

export const personById = (db: Db, userId: string) =>
  db
    .selectFrom('users')
    .select([...personColumns])
    .where('users.id', '=', userId)
    .executeTakeFirst()

/** Activates an invited user at the first sign-in. */
export const activateUser = (db: Db, userId: string) =>
  db
    .updateTable('users')
    .set({ state: 'active' })
    .where('id', '=', userId)
    .where('state', '=', 'open')
    .execute()

export const setUserLocale = (db: Db, userId: string, { locale, now }: { locale: string; now: Date }) =>
  db.updateTable('users').set({ locale, updated_at: now }).where('id', '=', userId).execute()

export const setUserPassword = (
  db: Db,
  userId: string,
  { passwordHash, now }: { passwordHash: string; now: Date },
) =>
  db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      password_changed_at: now,
      must_change_password: false,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()

/** Ends pending links and codes of a user: they were requested before the password changed. */
export async function endPendingLinks(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('password_recoveries').where('user_id', '=', userId).execute()
  await db.deleteFrom('email_confirmations').where('user_id', '=', userId).execute()
}

// --- live tickets

/** Unused tickets of one login session. */
const maxTickets = 20

export async function insertTicket(
  db: Db,
  ticket: { hash: Buffer; session_code: string; expires_at: Date },
  now: Date,
): Promise<void> {
  await db.deleteFrom('live_tickets').where('expires_at', '<', now).execute()
  await db.insertInto('live_tickets').values(ticket).execute()
  await keepNewest(db, {
    table: 'live_tickets',
    owner: { column: 'session_code', value: ticket.session_code },
    most: maxTickets,
    by: 'expires_at',
  })
}

/** Removes a ticket and returns its session; a second attempt finds nothing. */
export const takeTicket = (db: Db, hash: Buffer, now: Date) =>
  db
    .deleteFrom('live_tickets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('session_code')
    .executeTakeFirst()

// --- authorization codes

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
