import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

/** Returns the user with the address that waits for confirmation. */
export const findProfile = (db: Db, id: string, now: Date) =>
  db
    .selectFrom('users as u')
    .leftJoin('email_confirmations as c', (join) =>
      join.onRef('c.user_id', '=', 'u.id').on('c.expires_at', '>', now),
    )
    .select([
      'u.id',
      'u.username',
      'u.email',
      'u.password_hash',
      'u.email_confirmed_at',
      'u.first_name',
      'u.last_name',
      'u.locale',
      'u.notice_mails',
      'u.picture',
      'c.email as pending',
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()

export type PersonFacts = NonNullable<Awaited<ReturnType<typeof findProfile>>>

export const updatePerson = (db: Db, id: string, change: Updateable<Database['users']>) =>
  db.updateTable('users').set(change).where('id', '=', id).execute()

/** Returns the user with the address, of any account: addresses are unique in the installation. */
export const personByEmail = async (db: Db, email: string) =>
  (await sql<{ id: string; locale: string }>`select id, locale from person_of_address(${email})`.execute(db))
    .rows[0]

/** Cancels pending confirmations; returns the hashes of their codes. */
export const removePending = async (db: Db, userId: string): Promise<Buffer[]> =>
  (
    await db.deleteFrom('email_confirmations').where('user_id', '=', userId).returning('code_hash').execute()
  ).map((row) => row.code_hash)

// --- pictures

export const removeAvatar = (db: Db, userId: string) =>
  db.deleteFrom('avatars').where('user_id', '=', userId).execute()

export const insertAvatar = (db: Db, avatar: Insertable<Database['avatars']>) =>
  db.insertInto('avatars').values(avatar).execute()

export const avatarContent = async (db: Db, name: string): Promise<Buffer | null> =>
  (await db.selectFrom('avatars').select('content').where('name', '=', name).executeTakeFirst())?.content ??
  null
