import { sql } from 'kysely'
import { type NewEntry, signEntries } from './sign-entries.ts'
import type { Db } from '../../storage/transaction.ts'

/** An entry with the secret code of its login session, which is replaced by the public id before it is stored. */
export type Unresolved = Omit<NewEntry, 'session_id'> & { session: string | null }

/** Rows per insert, so that a statement stays far below the maximum number of parameters. */
const maxRows = 1_000

/**
 * Signs and stores entries. Throws if the database did not store all of them: the change is then rolled back
 * as well.
 */
export async function insertChanges(db: Db, changes: readonly Unresolved[]): Promise<void> {
  for (let start = 0; start < changes.length; start += maxRows) {
    const entries = await resolveActors(db, changes.slice(start, start + maxRows))
    const signed = await signEntries(db, entries)
    const { numInsertedOrUpdatedRows } = await db.insertInto('audit_log').values(signed).executeTakeFirst()
    if (Number(numInsertedOrUpdatedRows) !== signed.length)
      throw new Error('the database did not store an entry of the audit trail')
  }
}

/** Fills in user names and public session ids: the signed values are the stored values. */
async function resolveActors(db: Db, changes: readonly Unresolved[]): Promise<NewEntry[]> {
  const nameOf = cached((userId) => usernameOf(db, userId))
  const sessionOf = cached((code) => sessionIdOf(db, code))
  const entries: NewEntry[] = []
  for (const { session, ...entry } of changes)
    entries.push({
      ...entry,
      username: entry.username ?? (entry.user_id === null ? null : await nameOf(entry.user_id)),
      session_id: session === null ? null : await sessionOf(session),
    })
  return entries
}

/** Caches results: the entries of one request mostly have the same actor. */
function cached(load: (key: string) => Promise<string | null>): (key: string) => Promise<string | null> {
  const known = new Map<string, string | null>()
  return async (key) => {
    const answer = known.has(key) ? known.get(key)! : await load(key)
    known.set(key, answer)
    return answer
  }
}

async function usernameOf(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('username').where('id', '=', id).executeTakeFirst()
  return row?.username ?? null
}

async function sessionIdOf(db: Db, code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id::text from sessions where code = ${code}`.execute(db)
  return rows[0]?.id ?? null
}
