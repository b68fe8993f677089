import type { AnswerOf, apiLogGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { nearId } from '../../storage/list/near-id.ts'
import type { SearchSource } from '../../storage/list/run-search.ts'

/** Source of the API log, visible to administrators only. */
export const apiLogSource: SearchSource<AnswerOf<typeof apiLogGet>> = {
  from: sql`api_log l`,
  columns: {
    id: column.id('l.id'),
    datetime: column.instant('l.at'),
    accountid: column.id('l.account_id', 'nullable'),
    userid: column.id('l.user_id', 'nullable'),
    username: column.text('l.username', 'nullable'),
    session: column.id('l.session_id', 'nullable'),
    path: column.text('l.path'),
    parameters: column.text('l.parameters', 'nullable'),
    runtime: column.number('l.run_ms'),
    status: column.integer('l.status'),
    address: column.text('l.address'),
    calls: column.integer('l.calls'),
  },
  key: 'id',
  order: ['datetime DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
  near: nearId('l.at'),
  texts: ['l.path', 'l.parameters', 'l.address', 'l.username', 'l.id'],
}
