import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'

type Db = Kysely<Database>

type NewChange = Omit<Insertable<Database['audit_log']>, 'session_id' | 'seq' | 'hash'> & {
  /** The code of the session. */
  session: string | null
}

/** Columns of one row are far from the most that one statement may have. */
const mostRows = 1_000

export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += mostRows)
    await db
      .insertInto('audit_log')
      .values(
        changes.slice(start, start + mostRows).map(({ session, ...row }) => ({
          ...row,
          username:
            row.username ??
            (row.user_id && sql<string>`(select u.username from users u where u.id = ${row.user_id})`),
          session_id: session && sql<string>`(select s.id from sessions s where s.code = ${session})`,
        })),
      )
      .execute()
}
