import { sql } from 'kysely'
import { countRows, keepNewest } from '../../storage/row-limits.ts'
import { isSoleUser, rulesOf, type StoredRules } from '../rights/index.ts'
import type { Db } from '../../storage/transaction.ts'

export const secondFactor = (db: Db, userId: string) =>
  db
    .selectFrom('second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Starts enrolment again. Returns false if a confirmed second factor exists. */
export async function beginSecondFactor(
  db: Db,
  userId: string,
  { secret, now }: { secret: Buffer; now: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, secret, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret, created_at: now, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks a time step as used. Returns false if it or a later one was used before, including by a concurrent
 * attempt.
 */
export async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const confirmSecondFactor = (db: Db, userId: string, now: Date) =>
  db.updateTable('second_factors').set({ confirmed_at: now }).where('user_id', '=', userId).execute()

/** Removes the second factor and its recovery codes. Returns true if it was confirmed. */
export async function dropSecondFactor(db: Db, userId: string): Promise<boolean> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .returning('confirmed_at')
    .executeTakeFirst()
  return row?.confirmed_at != null
}

export async function setRecoveryCodes(db: Db, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, user_id: userId })))
    .execute()
}

/** Uses up a recovery code. Returns false if none matches. */
export async function useRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export const countRecoveryCodes = (db: Db, userId: string) =>
  countRows(db, { table: 'recovery_codes', owner: { column: 'user_id', value: userId } })

// --- tickets between the password and the second factor

/** Unused tickets of one user. */
const maxTickets = 20

export async function insertMfaTicket(
  db: Db,
  ticket: { hash: Buffer; user_id: string; client_id: string; expires_at: Date },
  now: Date,
): Promise<void> {
  await db.deleteFrom('mfa_tickets').where('expires_at', '<', now).execute()
  await db.insertInto('mfa_tickets').values(ticket).execute()
  await keepNewest(db, {
    table: 'mfa_tickets',
    owner: { column: 'user_id', value: ticket.user_id },
    most: maxTickets,
    by: 'expires_at',
  })
}

export const mfaTicket = (db: Db, hash: Buffer, now: Date) =>
  db
    .selectFrom('mfa_tickets')
    .innerJoin('users', 'users.id', 'mfa_tickets.user_id')
    .select(['users.id', 'users.state', 'users.is_admin', 'users.interface_code', 'mfa_tickets.client_id'])
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()

export const dropMfaTicket = (db: Db, hash: Buffer) =>
  db.deleteFrom('mfa_tickets').where('hash', '=', hash).execute()

// --- required steps of a session and rights of its user

/** Returns networks, rules and required steps of a user; read for every request. */
export async function findAuthState(db: Db, userId: string) {
  const { rows } = await sql<{
    must_change_password: boolean
    areas: string[] | null
    has_second_factor: boolean
    is_sole_user: boolean
    networks: { kind: 'allow' | 'deny'; network: string }[] | null
    rules: StoredRules
  }>`select u.must_change_password, u.areas,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
      (select json_agg(json_build_object('kind', n.kind, 'network', n.network::text))
        from user_networks n where n.user_id = u.id) as networks,
      ${isSoleUser('u')} as is_sole_user, ${rulesOf(sql.ref('u.id'))} as rules
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]
}
