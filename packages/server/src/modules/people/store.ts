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
      'client_id',
      'version_no',
      'awaits_confirmation',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

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

export const lockGroup = (db: Db, id: string) =>
  db
    .selectFrom('groups')
    .select(['id', 'code', 'system_kind', 'version_no'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function isCodeTaken(db: Db, code: string, exceptId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('groups')
    .select('id')
    .where(sql<string>`lower(code)`, '=', code.toLowerCase())
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId!))
    .executeTakeFirst()
  return row !== undefined
}

export const insertGroup = (db: Db, group: Insertable<Database['groups']>) =>
  db.insertInto('groups').values(group).execute()

export const deleteGroup = (db: Db, id: string) => db.deleteFrom('groups').where('id', '=', id).execute()

export interface MemberRow {
  id: string
  username: string
  name: string
  email: string | null
  statecode: 'open' | 'active' | 'locked' | 'expired' | 'deleted'
}

export async function membersOf(db: Db, groupId: string): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select u.id, u.username, u.email, u.state as statecode,
      coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.username) as name
    from group_people p join users u on u.id = p.user_id and u.state <> 'deleted'
    where p.group_id = ${groupId} order by lower(u.username)`.execute(db)
  return rows
}

/** Returns the ids of a user's groups, including system groups. */
export async function groupsOf(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ group_id: string }>`
    select group_id from group_people where user_id = ${userId}`.execute(db)
  return rows.map((row) => row.group_id)
}

export const addMember = (db: Db, groupId: string, userId: string) =>
  db
    .insertInto('group_members')
    .values({ group_id: groupId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const removeMember = (db: Db, groupId: string, userId: string) =>
  db.deleteFrom('group_members').where('group_id', '=', groupId).where('user_id', '=', userId).execute()
