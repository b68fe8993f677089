import { sql } from 'kysely'
import { newId } from '../../shared/ids.ts'
import { parentOf } from './setting-path.ts'
import type { SettingType, StoredValue } from './setting-value.ts'
import { countRows } from '../../storage/row-limits.ts'
import type { Db } from '../../storage/transaction.ts'

/** A user, or null for the installation. */
export type Owner = string | null

export interface KeyRow {
  id: string
  path: string
  version_no: number
}
export interface ValueRow {
  id: string
  name: string
  type: SettingType
  value: StoredValue
  version_no: number
  updated_at: Date
}

const ofOwner = (owner: Owner) =>
  owner === null ? sql<boolean>`k.user_id is null` : sql<boolean>`k.user_id = ${owner}`
const isPath = (path: string) => sql<boolean>`lower(k.path) = lower(${path})`
/** Condition: the key itself and all below it. */
const within = (path: string) =>
  path === ''
    ? sql<boolean>`true`
    : sql<boolean>`starts_with(lower(k.path) || '/', lower(${path}::text) || '/')`

const keys = (db: Db, owner: Owner) => db.selectFrom('registry_keys as k').where(ofOwner(owner))

/** Serializes changes of a tree: its root is locked until the transaction ends. */
export async function lockTree(db: Db, owner: Owner, now: Date): Promise<void> {
  await db
    .insertInto('registry_keys')
    .values({ id: newId(now.getTime()), user_id: owner, path: '', created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await keys(db, owner).select('k.id').where('k.path', '=', '').forUpdate().execute()
}

export const keyAt = (db: Db, owner: Owner, path: string): Promise<KeyRow | undefined> =>
  keys(db, owner).select(['k.id', 'k.path', 'k.version_no']).where(isPath(path)).executeTakeFirst()

export const keysBelow = (db: Db, owner: Owner, path: string) =>
  keys(db, owner)
    .select(['k.path', 'k.version_no', 'k.updated_at'])
    .select([
      sql<number>`(select count(*) from registry_keys c where c.user_id is not distinct from k.user_id
        and lower(c.parent) = lower(k.path))`.as('keys'),
      sql<number>`(select count(*) from registry_values v where v.key_id = k.id)`.as('values'),
    ])
    .where(sql<boolean>`lower(k.parent) = lower(${path})`)
    .orderBy(sql`lower(k.path)`)
    .execute()

/** Returns the paths of the key and everything below it. */
export const pathsWithin = async (db: Db, owner: Owner, path: string): Promise<string[]> =>
  (await keys(db, owner).select('k.path').where(within(path)).execute()).map((row) => row.path)

export async function countWithin(
  db: Db,
  owner: Owner,
  path: string,
): Promise<{ keys: number; values: number }> {
  return keys(db, owner)
    .leftJoin('registry_values as v', 'v.key_id', 'k.id')
    .select([sql<number>`count(distinct k.id)`.as('keys'), sql<number>`count(v.id)`.as('values')])
    .where(within(path))
    .executeTakeFirstOrThrow()
}

export const insertKey = (db: Db, owner: Owner, { path, now }: { path: string; now: Date }) =>
  db
    .insertInto('registry_keys')
    .values({
      id: newId(now.getTime()),
      user_id: owner,
      path,
      parent: parentOf(path),
      created_at: now,
      updated_at: now,
    })
    .execute()

/** Updates the version of a key, whose content has changed. */
export const touchKey = (db: Db, id: string, now: Date) =>
  db
    .updateTable('registry_keys')
    .set((eb) => ({ version_no: eb('version_no', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()

export const deleteWithin = (db: Db, owner: Owner, path: string) =>
  sql`delete from registry_keys k where ${ofOwner(owner)} and ${within(path)} and k.path <> ''`.execute(db)

/** Moves a key, given by its stored path, and all below it; `to` is free. */
export const moveWithin = (
  db: Db,
  owner: Owner,
  { from, to, now }: { from: string; to: string; now: Date },
) =>
  sql`update registry_keys k set
      path = ${to}::text || substr(k.path, length(${from}::text) + 1),
      parent = case when lower(k.path) = lower(${from}) then ${parentOf(to)}::text
        else ${to}::text || substr(k.parent, length(${from}::text) + 1) end,
      version_no = version_no + 1, updated_at = ${now}
    where ${ofOwner(owner)} and ${within(from)}`.execute(db)

const valueColumns = ['id', 'name', 'type', 'value', 'version_no', 'updated_at'] as const

export const valuesOf = async (db: Db, keyId: string): Promise<ValueRow[]> =>
  (await db
    .selectFrom('registry_values')
    .select([...valueColumns])
    .where('key_id', '=', keyId)
    .orderBy(sql`lower(name)`)
    .execute()) as ValueRow[] // a check constraint of the table keeps type and value consistent

export const valueAt = async (db: Db, keyId: string, name: string): Promise<ValueRow | undefined> =>
  (await db
    .selectFrom('registry_values')
    .select([...valueColumns])
    .where('key_id', '=', keyId)
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst()) as ValueRow | undefined // as above

export const countValues = (db: Db, keyId: string) =>
  countRows(db, { table: 'registry_values', owner: { column: 'key_id', value: keyId } })

export interface Written {
  name: string
  type: SettingType
  value: StoredValue
}

export const insertValue = (db: Db, keyId: string, { name, type, value, now }: Written & { now: Date }) =>
  db
    .insertInto('registry_values')
    .values({
      id: newId(now.getTime()),
      key_id: keyId,
      name,
      type,
      value: JSON.stringify(value),
      created_at: now,
      updated_at: now,
    })
    .execute()

export const updateValue = (db: Db, id: string, { change, now }: { change: Partial<Written>; now: Date }) =>
  db
    .updateTable('registry_values')
    .set((eb) => ({
      ...(change.name === undefined ? {} : { name: change.name }),
      ...(change.type === undefined ? {} : { type: change.type, value: JSON.stringify(change.value) }),
      version_no: eb('version_no', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', id)
    .execute()

export const deleteValue = (db: Db, id: string) =>
  db.deleteFrom('registry_values').where('id', '=', id).execute()

/** Returns one value by its full path, for modules. */
export async function findValue(
  db: Db,
  owner: Owner,
  { path, name }: { path: string; name: string },
): Promise<{ type: SettingType; value: StoredValue } | undefined> {
  const row = await keys(db, owner)
    .innerJoin('registry_values as v', 'v.key_id', 'k.id')
    .select(['v.type', 'v.value'])
    .where(isPath(path))
    .where(sql<boolean>`lower(v.name) = lower(${name})`)
    .executeTakeFirst()
  return row as { type: SettingType; value: StoredValue } | undefined // as above
}
