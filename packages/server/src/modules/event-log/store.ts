import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'

type NewEvent = Omit<Insertable<Database['event_log']>, 'session_id'> & {
  /** The code of the session. */
  session: string | null
}

export async function insertEvent(db: Kysely<Database>, { session, ...row }: NewEvent): Promise<void> {
  const session_id = session && sql<string>`(select s.id from sessions s where s.code = ${session})`
  await db
    .insertInto('event_log')
    .values({ ...row, session_id })
    .execute()
}
