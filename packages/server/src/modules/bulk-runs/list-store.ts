import type { AnswerOf, bulkItemList, bulkRunGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/**
 * Selects the runs that the viewer may see, as `bulk_runs r`: users who do not see all objects of the account see
 * their own runs.
 */
export const visibleRuns = (scope: Scope): RawBuilder<unknown> => {
  if (scope.isAdmin) return sql`true`
  const isLimited =
    scope.clientId !== null || ['charge_point', 'card'].some((code) => scope.exceptions?.(code))
  const own = !isLimited ? sql`` : sql` and r.user_id = ${scope.userId}`
  return sql`r.account_id = ${scope.accountId}${own}`
}

/** Selects the objects of runs that the viewer may see: those of visible runs that are themselves visible. */
const visibleItems = (scope: Scope): RawBuilder<unknown> => {
  const station = ofAccount('i.account_id', { charge_point: 'i.object_id' })(scope)
  const card = ofAccount('i.account_id', { card: 'i.object_id' })(scope)
  return sql`(${visibleRuns(scope)}) and case r.class_code when 'card' then (${card}) else (${station}) end`
}

const counted = (states: RawBuilder<unknown>) =>
  sql`(select count(*)::int from bulk_run_items i where i.run_id = r.id and i.state ${states})`

export const runSource: ListSource<AnswerOf<typeof bulkRunGet>> = {
  from: sql`bulk_runs r join users u on u.id = r.user_id`,
  columns: {
    id: column.id('r.id'),
    classcode: column.text('r.class_code'),
    action: column.text('r.action'),
    params: column.shown('r.params'),
    statecode: column.text('r.state'),
    total: column.integer('r.total'),
    open: column.integer(counted(sql`in ('waiting', 'running')`)),
    accepted: column.integer(counted(sql`= 'accepted'`)),
    failed: column.integer(counted(sql`not in ('waiting', 'running', 'accepted')`)),
    retryof: column.id('r.retry_of', 'nullable'),
    username: column.text('u.username'),
    created: column.instant('r.created_at'),
    finished: column.instant('r.finished_at', 'nullable'),
  },
  key: 'id',
  order: ['created DESC'],
  visible: visibleRuns,
}

export const itemSource: ListSource<AnswerOf<typeof bulkItemList>[number]> = {
  from: sql`bulk_run_items i join bulk_runs r on r.id = i.run_id`,
  columns: {
    id: column.id('i.id'),
    runid: column.id('i.run_id'),
    objectid: column.id('i.object_id'),
    label: column.text('i.label'),
    statecode: column.text('i.state'),
    status: column.text('i.status', 'nullable'),
    message: column.text('i.message', 'nullable'),
    messagecode: column.text('i.message_code', 'nullable'),
    messageparams: column.shown('i.message_params'),
    ended: column.instant('i.ended_at', 'nullable'),
  },
  key: 'id',
  order: ['label'],
  visible: visibleItems,
}
