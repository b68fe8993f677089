import type { AnswerOf, auditList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { SearchSource } from '../../storage/list/run-search.ts'

/** The audit trail in the order in which it was written; for administrators only. */
export const auditSource: SearchSource<AnswerOf<typeof auditList>[number]> = {
  from: sql`audit_log a`,
  columns: {
    id: column.id('a.id'),
    datetime: column.instant('a.at'),
    number: column.integer('a.seq', 'nullable'),
    actor: column.text('a.actor'),
    userid: column.id('a.user_id', 'nullable'),
    username: column.text('a.username', 'nullable'),
    session: column.id('a.session_id', 'nullable'),
    via: column.text('a.via', 'nullable'),
    accountid: column.id('a.account_id', 'nullable'),
    kind: column.text('a.kind'),
    classcode: column.text('a.class_code'),
    objectid: column.text('a.object_id', 'nullable'),
    label: column.text('a.label'),
    action: column.text('a.action'),
    correlation: column.text('a.correlation', 'nullable'),
    before: column.shown('a.before', 'nullable'),
    after: column.shown('a.after', 'nullable'),
    hash: column.shown(sql`encode(a.hash, 'hex')`, 'nullable'),
  },
  key: 'id',
  order: ['datetime DESC', 'id DESC'],
  visible: ({ isAdmin }) => (isAdmin ? sql`true` : sql`false`),
  texts: [
    'a.label',
    'a.class_code',
    'a.action',
    'a.username',
    'a.via',
    'a.object_id',
    'a.correlation',
    'a.before',
    'a.after',
  ],
}
