import type { AnswerOf, mailList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/** True if the mail has no link, or its link is still stored and valid. */
const hasUsableLink = sql`(m.link_hash is null or (m.link is not null and m.link_until > now()))`

/** Source of the outbox, visible to administrators only; ids grow with time. */
export const mailSource: ListSource<AnswerOf<typeof mailList>[number]> = {
  from: sql`mails m`,
  columns: {
    id: column.id('m.id'),
    created: column.instant('m.created_at'),
    recipient: column.text('m.recipient'),
    kind: column.text('m.kind'),
    subject: column.text('m.subject'),
    locale: column.text('m.locale'),
    state: column.text(sql`case when m.state = 'sent' and m.via = 'folder' then 'stored' else m.state end`),
    via: column.text('m.via', 'nullable'),
    tries: column.integer('m.tries'),
    due: column.instant(sql`case m.state when 'queued' then m.due_at end`, 'nullable'),
    sent: column.instant(sql`case when m.via = 'smtp' then m.sent_at end`, 'nullable'),
    error: column.text('m.last_error', 'nullable'),
    sendable: column.boolean(sql`m.state = 'failed' and ${hasUsableLink}`),
  },
  key: 'id',
  order: ['created DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
}
