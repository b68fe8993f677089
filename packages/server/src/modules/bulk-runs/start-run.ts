import { type BodyOf, type bulkRunStart, maxBulkObjects } from '@stationmaster/contract'
import { newId } from '../../shared/ids.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { refuseTask } from './actions.ts'
import type { BulkDeps } from './deps.ts'
import { insertItems, insertRun, lockRun, type NewRun, refuseBeyondRuns } from './store.ts'
import { runChanged } from './worker.ts'

/** Stores a run with all objects that match, and wakes the processes that work on runs. Returns its id. */
export async function startRun(
  deps: BulkDeps,
  viewer: Viewer,
  body: BodyOf<typeof bulkRunStart>,
): Promise<string | Refusal> {
  const { classcode: classCode, action, params = {}, filter, search, except = [], retryof = null } = body
  const source = deps.sources[classCode]
  const refusal = deps.requests.refusal(viewer, source.list, {}) ?? refuseTask({ classCode, action, params })
  if (refusal) return refusal
  const { accountId, userId, session } = viewer
  const now = deps.clock.now()
  const run: NewRun = {
    runId: newId(now.getTime()),
    classCode,
    action,
    params,
    accountId,
    userId,
    session,
    retryOf: retryof,
    at: now,
  }
  const most = body.most ?? maxBulkObjects
  return inTransaction(
    deps.db,
    async (tx) => {
      const full = await refuseBeyondRuns(tx, accountId)
      if (full) return full
      if (retryof !== null && !(await lockRun(tx, viewer, retryof)))
        return refuse('bulk.not_found', { field: 'retryof' })
      await insertRun(tx, run)
      const query = { ...(filter && { filter }), ...(search && { search }) }
      const selection = { query, except, retryOf: retryof, most: Math.min(most, maxBulkObjects) }
      const count = await insertItems(tx, { viewer, source, run }, selection)
      if (isRefusal(count)) return count
      const unfit = refuseCount(count, most)
      if (unfit) return unfit
      await recordChange(tx, viewer, {
        accountId,
        kind: 'method',
        classCode: 'bulk_run',
        objectId: run.runId,
        label: action,
        action: 'create',
        after: { class: classCode, action, params, objects: count },
      })
      await deps.bus.publish(tx, [{ kind: 'bulk.queued' }, ...runChanged(accountId, run.runId)])
      return run.runId
    },
    { rollsBack: isRefusal },
  )
}

function refuseCount(count: number, most: number): Refusal | null {
  if (count === 0) return refuse('bulk.nothing_matches')
  if (count > maxBulkObjects) return refuse('bulk.too_many', { limit: maxBulkObjects })
  return count > most ? refuse('bulk.more_match', { count }) : null
}
