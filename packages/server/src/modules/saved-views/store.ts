import type { ViewList } from '@stationmaster/contract'
import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

export interface StoredView {
  id: string
  account_id: string
  user_id: string
  /** Client of the owner. */
  client_id: string | null
  list: ViewList
  name: string
  search: string
  is_shared: boolean
  is_default: boolean
  username: string
  version_no: number
}

/** Views of the viewer, and those that users of the same account and client share. */
const ofTeam = ({ accountId, userId, clientId }: Scope): RawBuilder<unknown> =>
  sql`(v.user_id = ${userId} or v.is_shared and v.account_id = ${accountId}
    and u.client_id is not distinct from ${clientId}::uuid)`

/** Administrators reach the shared views of all teams by their ids. */
const reachable = (scope: Scope): RawBuilder<unknown> =>
  scope.isAdmin ? sql`(v.is_shared or ${ofTeam(scope)})` : ofTeam(scope)

const select = ({ userId }: Scope) => sql`select v.id, v.account_id, v.user_id, u.client_id, v.list, v.name,
    v.search, v.is_shared, d.view_id is not null as is_default, u.username, v.version_no
  from saved_views v join users u on u.id = v.user_id
    left join saved_view_defaults d on d.view_id = v.id and d.user_id = ${userId}`

/** Returns the views of a list that the viewer sees, by name. */
export async function findViews(db: Db, scope: Scope, list: ViewList): Promise<StoredView[]> {
  const { rows } = await sql<StoredView>`${select(scope)}
    where v.list = ${list} and ${ofTeam(scope)} order by lower(v.name), v.id`.execute(db)
  return rows
}

export async function findView(db: Db, scope: Scope, id: string): Promise<StoredView | undefined> {
  const { rows } = await sql<StoredView>`${select(scope)}
    where v.id = ${id} and ${reachable(scope)}`.execute(db)
  return rows[0]
}

/** Locks the view for a change; returns false if it was removed or changed since. */
export async function lockView(tx: Tx, { id, version_no }: StoredView): Promise<boolean> {
  const { rows } =
    await sql`select from saved_views where id = ${id} and version_no = ${version_no} for update`.execute(tx)
  return rows.length > 0
}

/** Adds a view; false if the user has one of this name. */
export async function insertView(tx: Tx, view: Insertable<Database['saved_views']>): Promise<boolean> {
  const added = await tx
    .insertInto('saved_views')
    .values(view)
    .onConflict((conflict) => conflict.columns(['user_id', 'list', 'name']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export const updateView = (
  tx: Tx,
  id: string,
  change: Updateable<Database['saved_views']> & { updated_at: Date },
) =>
  tx
    .updateTable('saved_views')
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Returns true if the owner of a view has another one of this name. */
export async function isNameTaken(tx: Tx, { id, user_id, list }: StoredView, name: string): Promise<boolean> {
  const other = await tx
    .selectFrom('saved_views')
    .select('id')
    .where('user_id', '=', user_id)
    .where('list', '=', list)
    .where('name', '=', name)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

export const removeView = (tx: Tx, id: string) => tx.deleteFrom('saved_views').where('id', '=', id).execute()

/** Condition for `saved_views`: shared views of a list of the users with a client, or without one. */
export const sharedOfTeam = (list: ViewList, clientId: string | null): RawBuilder<unknown> =>
  sql`list = ${list} and is_shared and exists (select from users u
    where u.id = saved_views.user_id and u.client_id is not distinct from ${clientId}::uuid)`

/** Makes a view the one with which the user opens its list. */
export const storeDefault = (db: Db, { userId, accountId }: Scope, { id, list }: StoredView) =>
  db
    .insertInto('saved_view_defaults')
    .values({ user_id: userId, account_id: accountId, list, view_id: id })
    .onConflict((conflict) => conflict.columns(['user_id', 'list']).doUpdateSet({ view_id: id }))
    .execute()

export const removeDefault = (db: Db, { userId }: Scope, { id }: StoredView) =>
  db.deleteFrom('saved_view_defaults').where('user_id', '=', userId).where('view_id', '=', id).execute()

/** Returns the queries with which a user opens lists, by list; a view that is no longer shared does not count. */
export async function defaultViews(db: Db, scope: Scope): Promise<Record<string, string>> {
  const { rows } = await sql<{ list: string; search: string }>`select v.list, v.search
    from saved_view_defaults d join saved_views v on v.id = d.view_id join users u on u.id = v.user_id
    where d.user_id = ${scope.userId} and ${ofTeam(scope)}`.execute(db)
  return Object.fromEntries(rows.map(({ list, search }) => [list, search]))
}
