import { type Insertable, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { countRows } from '../../storage/row-limits.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

const shown = ['id', 'object_id', 'name', 'type', 'width', 'height', 'created_at'] as const

/** Returns the pictures of an object; the caller has checked that the viewer may see it. */
export const filesOf = (db: Db, objectId: string) =>
  db
    .selectFrom('files')
    .select([...shown])
    .select(sql<number>`octet_length(content)`.as('size'))
    .where('object_id', '=', objectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export type FileFacts = Awaited<ReturnType<typeof filesOf>>[number]

export const countFiles = (db: Db, objectId: string) =>
  countRows(db, { table: 'files', owner: { column: 'object_id', value: objectId } })

export const insertFile = (db: Db, file: Insertable<Database['files']>) =>
  db.insertInto('files').values(file).execute()

/** Deletes a picture of the object; true if it existed. */
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

export const fileContent = (db: Db, id: string, size: 'full' | 'thumbnail') =>
  db
    .selectFrom('files')
    .select(['type', size === 'full' ? 'content as bytes' : 'thumbnail as bytes'])
    .where('id', '=', id)
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
