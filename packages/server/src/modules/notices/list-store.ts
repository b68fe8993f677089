import type { AnswerOf, noticeList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/** Source of notices; every user, including administrators, sees their own. Ids grow with time. */
export const noticeSource: ListSource<AnswerOf<typeof noticeList>[number]> = {
  from: sql`notices n`,
  columns: {
    id: column.id('n.id'),
    created: column.instant('n.created_at'),
    text: column.text('n.text'),
    severity: column.text('n.severity'),
    status: column.text('n.status'),
    read: column.instant('n.read_at', 'nullable'),
    objectclass: column.text('n.class_code', 'nullable'),
    object: column.id('n.object_id', 'nullable'),
    objectlabel: column.text('n.object_label', 'nullable'),
  },
  key: 'id',
  order: ['id DESC'],
  visible: ({ userId }) => sql`n.user_id = ${userId}`,
}
