import type { AnswerOf, ocppLogGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column, unestimated } from '../../storage/list/column.ts'
import { exceptFor } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'
import { selection, sources, tablesOf, withTimesAsText } from '../../storage/list/list-source.ts'
import type { Db } from '../../storage/transaction.ts'
import { placeColumns } from '../stations/index.ts'

export type LogRow = AnswerOf<typeof ocppLogGet>

/** Source of the OCPP log. Its id grows with time and is both sort order and cursor. */
export const logSource: ListSource<LogRow> = {
  from: sql`ocpp_log l left join stations s on s.id = l.station_id`,
  columns: {
    id: column.numberText('l.id'),
    datetime: column.instant('l.at'),
    stationid: column.id('l.station_id'),
    identity: column.text('s.identity'),
    stationclient: column.id('s.client_id', 'nullable'),
    ...placeColumns,
    direction: column.text(sql`case when l.is_outgoing then 'out' else 'in' end`),
    action: column.text('l.action'),
    messageid: unestimated(column.text('l.message_id', 'nullable')),
    request: unestimated(column.text('l.request', 'nullable')),
    response: unestimated(column.text('l.response', 'nullable')),
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

/** Returns the condition for entries that a viewer sees, for users of a client by the indexes of its stations. */
export const ofViewer = (scope: Scope): RawBuilder<unknown> => {
  const isVisible = logSource.visible(scope)
  if (scope.clientId === null) return isVisible
  return sql`${isVisible}
    and l.station_id = any(array(select o.id from stations o where o.client_id = ${scope.clientId}))`
}

/** Properties that the log entries of an event share with it. */
export interface FrameSearch {
  stationId: string | null
  at: Date
  messageId: string | null
  commandId: string | null
}

const maxFrames = 20

/** Returns the entries of the OCPP log that belong to an event of a station: its call or its command. */
export async function framesOf(
  db: Db,
  scope: Scope,
  { stationId, at, messageId, commandId }: FrameSearch,
): Promise<LogRow[]> {
  if (stationId === null || (messageId ?? commandId) === null) return []
  const own = [
    sql`l.at between ${at}::timestamptz - interval '1 minute' and ${at}::timestamptz + interval '1 minute'
      and l.message_id = ${messageId}`,
    sql`l.command_id = ${commandId}`,
  ]
  const { rows } = await sql<Record<string, unknown>>`
    select ${selection(sources(logSource), Object.keys(logSource.columns))} from ${tablesOf(logSource, scope)}
    where (${logSource.visible(scope)}) and l.station_id = ${stationId}
      and l.at between ${at}::timestamptz - interval '1 hour' and ${at}::timestamptz + interval '1 minute'
      and (${sql.join(own, sql` or `)})
    order by l.id limit ${maxFrames}`.execute(db)
  return rows.map(withTimesAsText) as LogRow[] // the columns of the list
}
