import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export type UserChange = Updateable<Database['users']>
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export const lockUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'account_id',
      'email',
      'state',
      'is_admin',
      'interface_code',
      'version_no',
      'awaits_confirmation',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Updates a user and increments the version. */
export const updateUser = (db: Db, id: string, { change, now }: { change: UserChange; now: Date }) =>
  db
    .updateTable('users')
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()

export const insertUser = (db: Db, user: Insertable<Database['users']>) =>
  db.insertInto('users').values(user).execute()

export async function accountExists(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('accounts').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

/** Returns which of the two values another user already has. */
export async function takenName(
  db: Db,
  name: { username?: string; email?: string | null },
  exceptId: string | null,
): Promise<'username' | 'email' | null> {
  for (const field of ['username', 'email'] as const) {
    const value = name[field]
    if (!value) continue
    const row = await db
      .selectFrom('users')
      .select('id')
      .where(sql<string>`lower(${sql.ref(field)})`, '=', value.toLowerCase())
      .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId!))
      .executeTakeFirst()
    if (row) return field
  }
  return null
}

/**
 * Returns true if another administrator could sign in. Locks all of them in a fixed order, so that two
 * administrators who remove each other at the same moment do not both succeed.
 */
export async function hasOtherAdministrator(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('state', 'in', ['open', 'active'])
    .where('awaits_confirmation', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.some((row) => row.id !== id)
}

// --- networks

export async function setNetworks(
  db: Db,
  userId: string,
  { kind, networks }: { kind: 'allow' | 'deny'; networks: readonly string[] },
): Promise<void> {
  await db.deleteFrom('user_networks').where('user_id', '=', userId).where('kind', '=', kind).execute()
  if (networks.length > 0)
    await sql`insert into user_networks (user_id, kind, network)
      select distinct ${userId}::uuid, ${kind}, network(n::inet)::cidr from unnest(${[...networks]}::text[]) n`.execute(
      db,
    )
}

export const networksOf = (db: Db, userId: string) =>
  db
    .selectFrom('user_networks')
    .select(['kind', sql<string>`network::text`.as('network')])
    .where('user_id', '=', userId)
    .orderBy('kind')
    .orderBy('network')
    .execute()

// --- sessions

export const sessionCode = async (db: Db, id: string): Promise<string | null> =>
  (
    await db
      .selectFrom('sessions')
      .select('code')
      .where('id', '=', id)
      .where('user_id', 'is not', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst()
  )?.code ?? null
