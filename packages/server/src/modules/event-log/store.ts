import { toWireText } from '@stationmaster/ocpp'
import { type Insertable, sql } from 'kysely'
import type { Database } from '../../storage/tables.gen.ts'
import type { Db } from '../../storage/transaction.ts'

export type NewEvent = Insertable<Database['event_log']> & {
  /** Code of the login session; without `session_id` its id is looked up. */
  session: string | null
}

export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<void> {
  await db
    .insertInto('event_log')
    .values(
      events.map(({ session, ...row }) => ({
        ...row,
        // texts of errors may contain characters that a text column cannot store
        text: toWireText(row.text),
        object: row.object && toWireText(row.object),
        username:
          row.username ??
          (row.user_id && sql<string>`(select u.username from users u where u.id = ${row.user_id})`),
        session_id:
          row.session_id ?? (session && sql<string>`(select s.id from sessions s where s.code = ${session})`),
      })),
    )
    .execute()
}
