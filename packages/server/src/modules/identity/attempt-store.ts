import { sql } from 'kysely'
import type { LockRule } from './lockout.ts'
import type { Db } from '../../storage/transaction.ts'

export interface AttemptKey {
  key: Buffer
  /** Hash of the user or name; null for an address with any names. */
  subject: Buffer | null
}

/**
 * Counts an attempt before the secret is checked and locks in the same statement, so that concurrent attempts
 * cannot exceed the limit. Returns the count, or null while locked.
 */
export async function countAttempt(
  db: Db,
  { key, subject }: AttemptKey,
  { now, lockRule: { locksMs, windowMs } }: { now: Date; lockRule: LockRule },
): Promise<number | null> {
  const over = sql`f.since <= ${new Date(now.getTime() - windowMs)}`
  const tries = sql`case when ${over} then 1 else f.tries + 1 end`
  const lockAfter = (count: ReturnType<typeof sql>) => sql`(
    select ${now}::timestamptz + lock * interval '1 millisecond'
    from unnest(${locksMs}::bigint[]) with ordinality as l(lock, n)
    where n = least(${count}, cardinality(${locksMs}::bigint[])) and lock > 0)`
  const { rows } = await sql<{ tries: number }>`
    insert into sign_in_failures as f (name_hash, subject_hash, tries, since, last_at, locked_until)
    values (${key}, ${subject}, 1, ${now}, ${now}, ${lockAfter(sql`1`)})
    on conflict (name_hash) do update set tries = ${tries}, last_at = excluded.last_at,
      since = case when ${over} then excluded.since else f.since end, locked_until = ${lockAfter(tries)}
    where f.locked_until is null or f.locked_until <= excluded.last_at
    returning f.tries`.execute(db)
  return rows[0]?.tries ?? null
}

/** Takes back an attempt that was correct or not checked, and the lock that it caused. */
export const takeBackAttempt = async (db: Db, { key }: AttemptKey): Promise<void> =>
  void (await db
    .updateTable('sign_in_failures')
    .set({ tries: sql`greatest(tries - 1, 0)`, locked_until: null })
    .where('name_hash', '=', key)
    .execute())

export const lockedUntil = async (db: Db, key: Buffer): Promise<Date | null> =>
  (
    await db
      .selectFrom('sign_in_failures')
      .select('locked_until')
      .where('name_hash', '=', key)
      .executeTakeFirst()
  )?.locked_until ?? null

export const clearAttempts = (db: Db, which: { key: Buffer } | { subject: Buffer }) =>
  'key' in which
    ? db.deleteFrom('sign_in_failures').where('name_hash', '=', which.key).execute()
    : db.deleteFrom('sign_in_failures').where('subject_hash', '=', which.subject).execute()

/** Removes attempts older than a time, and the oldest of more than `most` rows. */
export async function removeOldAttempts(db: Db, lastBefore: Date, most: number): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('last_at', '<', lastBefore).execute()
  await sql`delete from sign_in_failures where last_at <= (
    select last_at from sign_in_failures order by last_at desc offset ${most} limit 1)`.execute(db)
}

const dummyUserId = '00000000-0000-0000-0000-000000000000'

/**
 * Returns true if the user has signed in from this address; also queried for unknown names, so that both take
 * as long.
 */
export async function isKnownAddress(db: Db, userId: string | null, addressHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_addresses')
    .select('user_id')
    .where('user_id', '=', userId ?? dummyUserId)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  return row !== undefined
}

const maxAddresses = 20

/** Stores an address from which a user has signed in; the 20 most recently used are kept. */
export async function rememberAddress(
  db: Db,
  userId: string,
  { addressHash, now }: { addressHash: Buffer; now: Date },
): Promise<void> {
  await db
    .insertInto('sign_in_addresses')
    .values({ user_id: userId, address_hash: addressHash, last_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'address_hash']).doUpdateSet({ last_at: now }))
    .execute()
  await sql`delete from sign_in_addresses where user_id = ${userId} and (user_id, address_hash) not in (
    select user_id, address_hash from sign_in_addresses where user_id = ${userId}
    order by last_at desc limit ${maxAddresses})`.execute(db)
}
