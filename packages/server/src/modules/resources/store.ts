import { type AnswerOf, type locales, type resourceList, usesByPath } from '@stationmaster/contract'
import { type Insertable, sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { countRows } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export type Locale = (typeof locales)[number]

/** Serializes changes of the tree, so that places and counts can be checked before. */
export const lockTree = (db: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('resources', 0))`.execute(db)

export const resourceAt = (db: Db, id: string) =>
  db
    .selectFrom('resources as r')
    .selectAll('r')
    .select(sql<string>`resource_path(r.id)`.as('path'))
    .where('r.id', '=', id)
    .executeTakeFirst()
export type ResourceRow = NonNullable<Awaited<ReturnType<typeof resourceAt>>>

export async function isNameTaken(
  db: Db,
  place: { node: string | null; name: string; except: string | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('resources')
    .select('id')
    .where('node_id', 'is not distinct from', place.node)
    .where(sql<boolean>`lower(name) = lower(${place.name})`)
    .where('id', 'is distinct from', place.except)
    .executeTakeFirst()
  return row !== undefined
}

export const countResources = (db: Db) => countRows(db, { table: 'resources' })

/** Returns the resource and everything in it, with their paths. */
export async function branchOf(db: Db, id: string): Promise<{ id: string; path: string }[]> {
  const { rows } = await sql<{ id: string; path: string }>`
    with recursive branch as (
      select id from resources where id = ${id}
      union all
      select r.id from branch join resources r on r.node_id = branch.id
    )
    select id, resource_path(id) as path from branch`.execute(db)
  return rows
}

export const insertResource = (db: Db, row: Insertable<Database['resources']>) =>
  db.insertInto('resources').values(row).execute()

export const deleteResource = (db: Db, id: string) =>
  db.deleteFrom('resources').where('id', '=', id).execute()

export const contentsOf = (db: Db, id: string) =>
  db
    .selectFrom('resource_contents')
    .select(['locale', 'text', 'file_name', 'media_type', 'public_name', 'version_no', 'updated_at'])
    .select(sql<number | null>`octet_length(bytes)`.as('size'))
    .where('resource_id', '=', id)
    .orderBy('locale')
    .execute()
export type ContentRow = Awaited<ReturnType<typeof contentsOf>>[number]

export const setContent = (db: Db, row: Insertable<Database['resource_contents']>) => {
  const { resource_id: _id, locale: _locale, ...change } = row
  return db
    .insertInto('resource_contents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['resource_id', 'locale'])
        .doUpdateSet((eb) => ({ ...change, version_no: eb('resource_contents.version_no', '+', 1) })),
    )
    .execute()
}

export const deleteContent = (db: Db, id: string, locale: Locale) =>
  db.deleteFrom('resource_contents').where('resource_id', '=', id).where('locale', '=', locale).execute()

export const fileByName = (db: Db, publicName: string) =>
  db
    .selectFrom('resource_contents')
    .select(['file_name', 'media_type', 'bytes'])
    .where('public_name', '=', publicName)
    .executeTakeFirst()

/** Returns the text at a path in the first of these languages that has one. */
export async function findText(db: Db, path: string, preferred: readonly Locale[]): Promise<string | null> {
  const names = path.toLowerCase().split('/')
  const { rows } = await sql<{ text: string }>`
    with recursive way as (
      select id, 1 as step from resources where node_id is null and lower(name) = ${names[0]!}
      union all
      select r.id, way.step + 1 from way join resources r
        on r.node_id = way.id and lower(r.name) = (${names}::text[])[way.step + 1]
    )
    select c.text from way join resource_contents c on c.resource_id = way.id
    where way.step = ${names.length} and c.text is not null and c.locale = any(${[...preferred]})
    order by array_position(${[...preferred]}::text[], c.locale) limit 1`.execute(db)
  return rows[0]?.text ?? null
}

/** Returns true if the product reads one of these resources. */
export const isUsed = (branch: readonly { path: string }[]): boolean =>
  branch.some(({ path }) => usesByPath.has(path.toLowerCase()))

type ResourceShown = AnswerOf<typeof resourceList>[number]

const usedBy = sql`case lower(resource_path(r.id)) ${sql.join(
  [...usesByPath].map(([path, use]) => sql`when ${sql.lit(path)} then array[${sql.lit(use)}]`),
  sql` `,
)} else array[]::text[] end`

/** Source of resources; the endpoints restrict it to administrators. */
export const resourceSource: ListSource<ResourceShown> = {
  from: sql`resources r`,
  columns: {
    id: column.id('r.id'),
    node: column.id('r.node_id', 'nullable'),
    path: column.text(sql`resource_path(r.id)`),
    name: column.text('r.name'),
    description: column.text('r.description', 'nullable'),
    type: column.text('r.type'),
    locales: column.list(
      sql`array(select c.locale from resource_contents c where c.resource_id = r.id order by c.locale)`,
    ),
    nodes: column.integer(sql`(select count(*) from resources n where n.node_id = r.id)`),
    usedby: column.list(usedBy),
    created: column.instant('r.created_at'),
    lastupdate: column.instant('r.updated_at'),
    version_no: column.integer('r.version_no'),
  },
  key: 'id',
  order: ['path'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
}
