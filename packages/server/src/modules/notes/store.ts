import type { Note, NoteClass } from '@stationmaster/contract'
import { sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

export interface StoredNote {
  id: string
  account_id: string
  class_code: NoteClass
  object_id: string
  client_id: string | null
  text: string
  created_at: Date
  updated_at: Date
  version_no: number
}

/** Returns the account of an existing row of a table of objects. */
export async function accountOf(db: Db, table: string, id: string): Promise<string> {
  const { rows } = await sql<{ accountId: string }>`
    select account_id as "accountId" from ${sql.table(table)} where id = ${id}`.execute(db)
  return rows[0]!.accountId
}

/** Users of a client see the notes of their client; the caller checks the object. */
const visible = ({ isAdmin, accountId, clientId }: Scope) =>
  isAdmin
    ? sql`true`
    : sql`n.account_id = ${accountId} and (${clientId}::uuid is null or n.client_id = ${clientId})`

/** Returns the notes about an object that the viewer may see, newest first; or the one with an id. */
export async function findNotes(
  db: Db,
  scope: Scope,
  where: { objectId: string } | { id: string },
): Promise<(StoredNote & { username: string | null })[]> {
  const condition = 'id' in where ? sql`n.id = ${where.id}` : sql`n.object_id = ${where.objectId}`
  const { rows } = await sql<StoredNote & { username: string | null }>`
    select n.*, u.username from notes n left join users u on u.id = n.created_by
    where (${visible(scope)}) and ${condition} order by n.created_at desc, n.id desc`.execute(db)
  return rows
}

/** Locks the note for a change; returns false if it was removed or changed since. */
export async function lockNote(tx: Tx, { id, version_no }: StoredNote): Promise<boolean> {
  const { rows } =
    await sql`select from notes where id = ${id} and version_no = ${version_no} for update`.execute(tx)
  return rows.length > 0
}

export const insertNote = (tx: Tx, note: Omit<StoredNote, 'version_no'> & { created_by: string }) =>
  tx.insertInto('notes').values(note).execute()

export const updateNote = (tx: Tx, id: string, change: { text: string; updated_at: Date }) =>
  tx
    .updateTable('notes')
    .set((eb) => ({ ...change, version_no: eb('version_no', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const removeNote = (tx: Tx, id: string) => tx.deleteFrom('notes').where('id', '=', id).execute()

export const shownNote = (note: StoredNote & { username: string | null }): Note => ({
  id: note.id,
  text: note.text,
  username: note.username,
  created: note.created_at.toISOString(),
  lastupdate: note.updated_at.toISOString(),
  edited: note.version_no > 1,
  version_no: note.version_no,
})
