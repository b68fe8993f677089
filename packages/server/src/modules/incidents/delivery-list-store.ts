import { type AnswerOf, deliveryReasons, type incidentDeliveryList } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { userName, visibleIncidents } from './list-store.ts'

type Delivery = AnswerOf<typeof incidentDeliveryList>[number]

const instant = (at: string) =>
  sql`to_char(${sql.ref(at)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Returns the deliveries of the viewer, and those of other users about incidents that the viewer sees; users of a
 * client see only those of its users. Addresses of others, and answers of receivers, which may contain them, are shown
 * to administrators only.
 */
export function deliverySource(scope: Scope): ListSource<Delivery> {
  const { userId, accountId, clientId, isAdmin } = scope
  const isOwn = isAdmin ? sql`true` : sql`d.user_id = ${userId}`
  const ifOwn = (text: RawBuilder<unknown>) => sql`case when ${isOwn} then ${text} end`
  const ofClient = clientId === null ? sql`` : sql` and p.client_id = ${clientId}`
  return {
    from: sql`incident_deliveries d join users p on p.id = d.user_id left join incidents i on i.id = d.incident_id
      and (${visibleIncidents(scope)})`,
    columns: {
      id: column.id('d.id'),
      created: column.instant('d.created_at'),
      incidentid: column.id('i.id', 'nullable'),
      incidentnumber: column.integer('i.number', 'nullable'),
      kind: column.text('d.kind'),
      channel: column.text('d.channel'),
      user: column.id('d.user_id'),
      username: column.text(userName('d.user_id', scope), 'nullable'),
      recipient: column.text(ifOwn(sql`d.recipient`), 'nullable'),
      state: column.text('d.state'),
      reason: column.text(
        sql`case when ${isOwn} or d.reason = any(${[...deliveryReasons]}) then d.reason end`,
        'nullable',
      ),
      due: column.instant(sql`case when d.state in ('waiting', 'held') then d.due_at end`, 'nullable'),
      ended: column.instant('d.ended_at', 'nullable'),
      attempts: column.shown(sql`coalesce((select jsonb_agg(jsonb_build_object('at', ${instant('t.at')},
        'delivered', t.is_delivered, 'reason', ${ifOwn(sql`t.reason`)}) order by t.id)
        from incident_attempts t where t.message_id = d.message_id), '[]')`),
    },
    key: 'id',
    order: ['id DESC'],
    visible: () =>
      isAdmin
        ? sql`true`
        : sql`(d.user_id = ${userId} or d.account_id = ${accountId} and i.id is not null${ofClient})`,
  }
}
