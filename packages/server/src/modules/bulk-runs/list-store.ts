import { type AnswerOf, bulkClasses, type bulkItemList, type bulkRunGet } from '@stationmaster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../../shared/scope.ts'
import { column } from '../../storage/list/column.ts'
import { ofAccount } from '../../storage/list/exceptions.ts'
import type { ListSource } from '../../storage/list/list-query.ts'

/**
 * Selects the runs of the viewer's account, as `bulk_runs r`: those on objects of classes that they may see. Users who
 * do not see all objects of the account see their own runs.
 */
function runsOf(viewer: Viewer): RawBuilder<unknown> {
  if (viewer.isAdmin) return sql`true`
  const seen = bulkClasses.filter((code) => viewer.rights.maySome(code, 's'))
  const isLimited = viewer.clientId !== null || bulkClasses.some((code) => viewer.exceptions?.(code))
  const own = isLimited ? sql` and r.user_id = ${viewer.userId}` : sql``
  return sql`r.account_id = ${viewer.accountId} and r.class_code = any(${seen}::text[])${own}`
}

/** Selects the objects that the viewer may see, as `bulk_run_items i` of the run `r`. */
const visibleObjects = (viewer: Viewer): RawBuilder<unknown> => {
  const station = ofAccount('i.account_id', { charge_point: 'i.object_id' })(viewer)
  const card = ofAccount('i.account_id', { card: 'i.object_id' })(viewer)
  return sql`case r.class_code when 'card' then (${card}) else (${station}) end`
}

/** Selects the runs that the viewer may see, as `bulk_runs r`: those with objects that they may see. */
export const visibleRuns = (viewer: Viewer): RawBuilder<unknown> =>
  viewer.isAdmin
    ? sql`true`
    : sql`(${runsOf(viewer)}) and exists (select from bulk_run_items i
        where i.run_id = r.id and ${visibleObjects(viewer)})`

/** Counts the objects of a run that the viewer may see: those that the list of its objects returns. */
const counts = (viewer: Viewer): RawBuilder<unknown> => sql`(select count(*)::int as total,
    count(*) filter (where i.state in ('waiting', 'running'))::int as open,
    count(*) filter (where i.state = 'accepted')::int as accepted
  from bulk_run_items i where i.run_id = r.id and ${visibleObjects(viewer)})`

/**
 * True for runs that the viewer may cancel, of those that they see: their own, and those of which they may change all
 * objects. An administrator's run can have objects of several accounts.
 */
export function cancellableRuns(viewer: Viewer): RawBuilder<boolean> {
  if (viewer.isAdmin) return sql`true`
  const changed = bulkClasses.filter((code) => viewer.rights.may(code, 'u'))
  // row-level security hides the objects of other accounts: they are missing in the number of visible ones
  return sql`(r.user_id = ${viewer.userId} or r.class_code = any(${changed}::text[]) and r.total <= (
    select count(*) from bulk_run_items i where i.run_id = r.id and ${visibleObjects(viewer)}))`
}

export const runSource = (viewer: Viewer): ListSource<AnswerOf<typeof bulkRunGet>> => ({
  from: sql`bulk_runs r join users u on u.id = r.user_id left join lateral ${counts(viewer)} n on true`,
  columns: {
    id: column.id('r.id'),
    classcode: column.text('r.class_code'),
    action: column.text('r.action'),
    params: column.shown('r.params'),
    statecode: column.text('r.state'),
    total: column.integer('n.total'),
    open: column.integer('n.open'),
    accepted: column.integer('n.accepted'),
    failed: column.integer(sql`(n.total - n.open - n.accepted)`),
    retryof: column.id('r.retry_of', 'nullable'),
    username: column.text('u.username'),
    created: column.instant('r.created_at'),
    finished: column.instant('r.finished_at', 'nullable'),
    maycancel: column.boolean(cancellableRuns(viewer)),
  },
  key: 'id',
  order: ['created DESC'],
  visible: () => visibleRuns(viewer),
})

export const itemSource = (viewer: Viewer): ListSource<AnswerOf<typeof bulkItemList>[number]> => ({
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
  visible: () => sql`(${runsOf(viewer)}) and ${visibleObjects(viewer)}`,
})
