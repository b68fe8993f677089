import type { AnswerOf, ocppLogGet } from '@stationmaster/contract'
import { sql } from 'kysely'
import { column } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/** Source of the OCPP log. Its id grows with time and is both sort order and cursor. */
export const logSource: ListSource<AnswerOf<typeof ocppLogGet>> = {
  from: sql`ocpp_log l left join stations s on s.id = l.station_id`,
  columns: {
    id: column.numberText('l.id'),
    datetime: column.instant('l.at'),
    stationid: column.id('l.station_id'),
    identity: column.text('s.identity'),
    direction: column.text(sql`case when l.is_outgoing then 'out' else 'in' end`),
    action: column.text('l.action'),
    messageid: column.text('l.message_id', 'nullable'),
    request: column.text('l.request', 'nullable'),
    response: column.text('l.response', 'nullable'),
    errorcode: column.text('l.error_code', 'nullable'),
    durationms: column.integer('l.duration_ms', 'nullable'),
    repeats: column.integer('l.repeats'),
    commandid: column.id('l.command_id', 'nullable'),
  },
  key: 'id',
  order: ['id DESC'],
  // A driver sees only the log of their own station.
  visible: (scope) => {
    const { isAdmin, isDriver, accountId, userId } = scope
    if (isAdmin) return sql`true`
    const isVisible = sql`l.account_id = ${accountId}${exceptFor(scope, { charge_point: 'l.station_id' })}`
    if (!isDriver) return isVisible
    return sql`${isVisible} and l.station_id in (select own.id from stations own where own.owner_id = ${userId})`
  },
}
