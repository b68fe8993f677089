import { type Insertable, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { countRows } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

const shown = ['id', 'object_id', 'name', 'type', 'size', 'width', 'height', 'created_at'] as const

/** Returns the files of objects; the caller has checked that the viewer may see them. */
export const filesOf = (db: Db, objectIds: readonly string[]) =>
  db
    .selectFrom('files')
    .select([...shown])
    .select(sql<boolean>`thumbnail is not null`.as('has_thumbnail'))
    .where('object_id', '=', sql<string>`any(${objectIds}::uuid[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export type FileFacts = Awaited<ReturnType<typeof filesOf>>[number]

export const countFiles = (db: Db, objectId: string) =>
  countRows(db, { table: 'files', owner: { column: 'object_id', value: objectId } })

/** Returns the bytes of all files of an account. */
export async function bytesOfFiles(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::float8 as bytes
    from files where account_id = ${accountId}`.execute(db)
  return rows[0]!.bytes
}

/** Columns of a file that follow from its bytes. */
export type StoredContent = Pick<Insertable<Database['files']>, 'type' | 'width' | 'height' | 'thumbnail'> & {
  content: Buffer
}

export const insertFile = (db: Db, file: Insertable<Database['files']>) =>
  db.insertInto('files').values(file).execute()

/** Deletes a file of the object; true if it existed. */
export async function deleteFile(
  db: Db,
  scope: Scope,
  { objectId, id }: { objectId: string; id: string },
): Promise<boolean> {
  const row = await db
    .deleteFrom('files')
    .where('id', '=', id)
    .where('object_id', '=', objectId)
    .$if(!scope.isAdmin, (query) => query.where('account_id', '=', scope.accountId))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns a picture of an object, a file that proves an exclusion of outages, a logo, or a document of an invoice. */
export const fileContent = (db: Db, id: string, size: 'full' | 'thumbnail') =>
  db
    .selectFrom('files')
    .select(['name', 'type', size === 'full' ? 'content as bytes' : 'thumbnail as bytes'])
    .where('id', '=', id)
    .unionAll(
      db.selectFrom('exclusion_files').select(['name', 'type', 'content as bytes']).where('id', '=', id),
    )
    .unionAll(
      db
        .selectFrom('seller_logos')
        .select([sql<string>`'logo'`.as('name'), sql<string>`'image/png'`.as('type'), 'content as bytes'])
        .where('id', '=', id),
    )
    .unionAll(db.selectFrom('documents').select(['name', 'type', 'content as bytes']).where('id', '=', id))
    .executeTakeFirst()

const secretKey = 'file_address_secret'

/** Returns the secret that signs addresses, shared by all processes. The first call stores `fresh`. */
export async function addressSecret(db: Db, fresh: string): Promise<string> {
  await db
    .insertInto('installation')
    .values({ key: secretKey, value: fresh })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', secretKey)
    .executeTakeFirstOrThrow()
  return row.value
}
