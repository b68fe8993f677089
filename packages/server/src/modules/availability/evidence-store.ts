import { type Insertable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** File of an exclusion without its content. */
export interface EvidenceFile {
  id: string
  exclusion_id: string
  name: string
  type: string
  size: number
  created_at: Date
}

/** Returns the files of exclusions, the oldest first; the caller has checked that they are visible. */
export const evidenceOf = (db: Db, exclusionIds: readonly string[]): Promise<EvidenceFile[]> =>
  db
    .selectFrom('exclusion_files')
    .select(['id', 'exclusion_id', 'name', 'type', 'created_at'])
    .select(sql<number>`octet_length(content)`.as('size'))
    .where('exclusion_id', 'in', exclusionIds.length === 0 ? [null] : [...exclusionIds])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertEvidence = (tx: Tx, row: Insertable<Database['exclusion_files']>) =>
  tx.insertInto('exclusion_files').values(row).execute()

/** Deletes a file of an exclusion and returns its name; undefined if it has none with this id. */
export const deleteEvidence = async (
  tx: Tx,
  { id, file }: { id: string; file: string },
): Promise<string | undefined> => {
  const row = await tx
    .deleteFrom('exclusion_files')
    .where('id', '=', file)
    .where('exclusion_id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row?.name
}
