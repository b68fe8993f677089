import { type Insertable, sql } from 'kysely'
import { keepNewest } from '../../storage/row-limits.ts'
import type { Network } from './networks.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export const insertSession = (db: Db, session: Insertable<Database['sessions']>) =>
  db.insertInto('sessions').values(session).execute()

/** Login sessions of a user, ended ones included. */
const maxSessions = 100

/** Deletes the login sessions of a user beyond the most recently used ones, ended ones first. Returns their codes. */
export async function removeSurplusSessions(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`delete from sessions where code in (
    select code from sessions where user_id = ${userId}
    order by revoked_at is null desc, last_used_at desc offset ${maxSessions}) returning code`.execute(db)
  return rows.map(({ code }) => code)
}

/** Deletes sessions without a user that have expired, and the oldest of them beyond `most`. */
export async function removeOldMachineSessions(db: Db, now: Date, most: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', 'is', null).where('expires_at', '<', now).execute()
  await sql`delete from sessions where code in (select code from sessions where user_id is null
    order by expires_at desc offset ${most})`.execute(db)
}

/** Returns a session with its user, as read for every request. */
export const sessionFacts = (db: Db, code: string) =>
  db
    .selectFrom('sessions')
    .leftJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.code',
      'sessions.client_id',
      'sessions.user_id',
      'sessions.expires_at',
      'sessions.revoked_at',
      'sessions.last_used_at',
      'sessions.token_no',
      'sessions.token_changed_at',
      'sessions.exchange_until',
      'sessions.proven_at',
      'users.account_id',
      'users.client_id as viewer_client_id',
      'users.username',
      'users.state',
      'users.is_admin',
      'users.is_guest',
      'users.interface_code',
      'users.locale',
    ])
    .where('sessions.code', '=', code)
    .executeTakeFirst()

export const touchSession = (db: Db, code: string, now: Date) =>
  db.updateTable('sessions').set({ last_used_at: now }).where('code', '=', code).execute()

/**
 * Makes the next token of a session the current one. With `from` only if that is still the current one (a
 * token is exchanged once); without it in any case. Returns the number of the token, or null.
 */
export async function nextToken(
  db: Db,
  code: string,
  { now, from, exchangeUntil }: { now: Date; from?: number; exchangeUntil?: Date },
): Promise<number | null> {
  const row = await db
    .updateTable('sessions')
    .set((eb) => ({ token_no: eb('token_no', '+', 1), token_changed_at: now, last_used_at: now }))
    .$if(exchangeUntil !== undefined, (query) => query.set({ exchange_until: exchangeUntil! }))
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .$if(from !== undefined, (query) => query.where('token_no', '=', from!))
    .returning('token_no')
    .executeTakeFirst()
  return row?.token_no ?? null
}

/** Ends a session. Returns true if it was open. */
export async function revokeSession(
  db: Db,
  code: string,
  { reason, now }: { reason: string; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: reason })
    .where('code', '=', code)
    .where('revoked_at', 'is', null)
    .returning('code')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends the sessions of a user except the given one. Returns the codes of those that were open. */
export async function revokeSessionsOf(
  db: Db,
  userId: string,
  { reason, now, except }: { reason: string; now: Date; except?: string },
): Promise<string[]> {
  const rows = await db
    .updateTable('sessions')
    .set({ revoked_at: now, revoked_why: reason })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('code', '<>', except!))
    .returning('code')
    .execute()
  return rows.map((row) => row.code)
}

export const setProven = (db: Db, code: string, now: Date) =>
  db.updateTable('sessions').set({ proven_at: now }).where('code', '=', code).execute()

/** Returns the open sessions of a user, the most recently used first. */
export const activeSessionsOf = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'code', 'created_at', 'last_used_at', 'expires_at', 'host', 'agent'])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()

export async function codeOfOwnSession(
  db: Db,
  userId: string,
  { id, now }: { id: string; now: Date },
): Promise<string | null> {
  const row = await db
    .selectFrom('sessions')
    .select('code')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.code ?? null
}

/**
 * Returns those of the given sessions that are open and whose user may still sign in, with the user's
 * networks.
 */
export async function activeSessionRows(db: Db, codes: readonly string[], now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.code',
      sql<Network[] | null>`(select json_agg(json_build_object('kind', n.kind, 'network', n.network::text))
        from user_networks n where n.user_id = users.id)`.as('networks'),
    ])
    .where('sessions.code', 'in', [...codes])
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('users.state', 'in', ['open', 'active'])
    .execute()
}

// --- refresh tokens

/** Refresh tokens of a session, used ones included: as long as a used one is known, its reuse ends the session. */
const maxRefreshTokens = 1_000

export async function insertRefreshToken(
  db: Db,
  token: { hash: Buffer; session_code: string; expires_at: Date; created_at: Date },
): Promise<void> {
  await db.insertInto('refresh_tokens').values(token).execute()
  await keepNewest(db, {
    table: 'refresh_tokens',
    owner: { column: 'session_code', value: token.session_code },
    most: maxRefreshTokens,
    by: 'created_at',
  })
}

/** Locks a refresh token; returns null if it is unknown. `usedAt` is the time of its first use. */
export async function lockRefreshToken(
  db: Db,
  hash: Buffer,
): Promise<{ session: string; expiresAt: Date; usedAt: Date | null } | null> {
  const row = await db
    .selectFrom('refresh_tokens')
    .select(['session_code', 'expires_at', 'used_at'])
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return null
  return { session: row.session_code, expiresAt: row.expires_at, usedAt: row.used_at }
}

export const useRefreshToken = (db: Db, hash: Buffer, now: Date) =>
  db.updateTable('refresh_tokens').set({ used_at: now }).where('hash', '=', hash).execute()

/** Time of use of a token that was taken back: a later use counts as a second one. */
const invalidatedAt = new Date(0)

/**
 * Invalidates the refresh tokens that a session got since a time. Returns false if one of them has been used:
 * then the response that carried it had arrived. Tokens invalidated before were never used.
 */
export async function invalidateRefreshTokens(db: Db, session: string, since: Date): Promise<boolean> {
  const tokens = await db
    .selectFrom('refresh_tokens')
    .select('used_at')
    .where('session_code', '=', session)
    .where('created_at', '>=', since)
    .forUpdate()
    .execute()
  if (tokens.some(({ used_at }) => used_at !== null && used_at > invalidatedAt)) return false
  await db
    .updateTable('refresh_tokens')
    .set({ used_at: invalidatedAt })
    .where('session_code', '=', session)
    .where('created_at', '>=', since)
    .execute()
  return true
}

/** Removes sessions that ended before a time, with their refresh tokens. */
export async function removeOldSessions(db: Db, endedBefore: Date): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', endedBefore).execute()
}
