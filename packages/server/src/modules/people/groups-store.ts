import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

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

export const updateGroup = (
  db: Db,
  id: string,
  { change, now }: { change: Updateable<Database['groups']>; now: Date },
) =>
  db
    .updateTable('groups')
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()

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
