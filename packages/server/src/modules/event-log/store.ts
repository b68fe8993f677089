import type { AnswerOf, eventLogGet } from '@stationmaster/contract'
import { toWireText } from '@stationmaster/ocpp'
import { type Insertable, sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { nearId } from '../../storage/list/near-id.ts'
import type { SearchSource } from '../../storage/list/run-search.ts'
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

/** Source of the event log, visible to administrators only. */
export const eventLogSource: SearchSource<AnswerOf<typeof eventLogGet>> = {
  from: sql`event_log e`,
  columns: {
    id: column.id('e.id'),
    datetime: column.instant('e.at'),
    type: column.text('e.type'),
    code: column.text('e.code'),
    event: column.text('e.event'),
    text: column.text('e.text'),
    accountid: column.id('e.account_id', 'nullable'),
    userid: column.id('e.user_id', 'nullable'),
    username: column.text('e.username', 'nullable'),
    session: column.id('e.session_id', 'nullable'),
    object: column.text('e.object', 'nullable'),
    correlation: column.text('e.correlation', 'nullable'),
  },
  key: 'id',
  order: ['datetime DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
  near: nearId('e.at'),
  texts: ['e.event', 'e.text', 'e.object', 'e.code', 'e.username', 'e.correlation'],
}
