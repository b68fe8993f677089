import type { AnswerOf, eventLogGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { nearId } from '../../storage/list/near-id.ts'
import type { SearchSource } from '../../storage/list/run-search.ts'

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
