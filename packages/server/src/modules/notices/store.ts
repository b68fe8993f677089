import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'

type Db = Kysely<Database>

/** More than these are told by other means. */
const mostPeople = 1_000

/** Who goes by this name: one person by login or id, else the members of a group. */
export async function recipientsOf(db: Db, to: string, accountId: string | null) {
  const { rows } = await sql<{ id: string; account_id: string }>`
    with named as (
      select id from users where lower(username) = lower(${to}) or id::text = lower(${to})
    ), meant as (
      select id from named
      union all
      select p.user_id from groups g join group_people p on p.group_id = g.id
        where lower(g.code) = lower(${to}) and not exists (select from named)
    )
    select u.id, u.account_id from users u join meant m on m.id = u.id
      where u.state <> 'deleted' and (u.is_admin or ${accountId}::uuid is null or u.account_id = ${accountId}::uuid)
      limit ${mostPeople}`.execute(db)
  return rows
}

/** Of one account. */
const mostOperators = 200

/** Returns the people who operate the stations of an account, with the language of each. */
export async function operatorsOf(db: Db, accountId: string) {
  const { rows } = await sql<{ id: string; locale: string }>`
    select id, locale from users where account_id = ${accountId} and state = 'active' and not is_guest
      and interface_code not in ('guest', 'driver') order by id limit ${mostOperators}`.execute(db)
  return rows
}

export const insertNotices = (db: Db, notices: Insertable<Database['notices']>[]) =>
  db.insertInto('notices').values(notices).execute()

/** Of the person's own; answers how many were in the other state. */
export async function markNotices(
  db: Db,
  userId: string,
  { ids, status, now }: { ids: string[]; status: 'new' | 'read'; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ status, read_at: status === 'read' ? now : null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('status', '<>', status)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

export async function deleteNotices(db: Db, userId: string, ids: string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('notices')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Removes what is old, and of each person what is beyond the newest `most`. */
export async function removeOldNotices(db: Db, before: Date, most: number): Promise<void> {
  await db.deleteFrom('notices').where('created_at', '<', before).execute()
  await sql`delete from notices where id in (
    select id from (select id, row_number() over (partition by user_id order by id desc) as place from notices
      where user_id in (select user_id from notices group by user_id having count(*) > ${most})) ranked
    where place > ${most})`.execute(db)
}
