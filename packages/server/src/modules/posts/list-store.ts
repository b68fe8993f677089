import type { AnswerOf, postList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/** Origin of the URL: paths and query strings of such addresses are often secrets. */
const originOf = sql`substring(p.url from '^[a-z]+://[^/?#]*')`

/** Source of posts, visible to administrators only; ids grow with time. */
export const postSource: ListSource<AnswerOf<typeof postList>[number]> = {
  from: sql`script_posts p left join class_events e on e.id::text = p.event_id
    left join accounts a on a.id = p.account_id`,
  columns: {
    id: column.id('p.id'),
    created: column.instant('p.created_at'),
    state: column.text('p.state'),
    origin: column.text(originOf),
    tries: column.integer('p.tries'),
    due: column.instant(sql`case p.state when 'queued' then p.due_at end`, 'nullable'),
    httpstatus: column.integer('p.http_status', 'nullable'),
    error: column.text('p.last_error', 'nullable'),
    ended: column.instant('p.ended_at', 'nullable'),
    eventid: column.id('e.id', 'nullable'),
    eventlabel: column.text('e.label', 'nullable'),
    classcode: column.text(sql`coalesce(e.class_code, p.class_code)`, 'nullable'),
    object: column.text(sql`coalesce(p.object_label, p.object_id::text)`, 'nullable'),
    accountname: column.text('a.name', 'nullable'),
    sendable: column.boolean(sql`p.state = 'failed'`),
  },
  key: 'id',
  order: ['created DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
}
