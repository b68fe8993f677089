import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { BulkDeps } from './deps.ts'
import { cancelWaiting, finishRuns, lockRun } from './store.ts'
import { runChanged } from './worker.ts'

/** Cancels the objects of a run that wait; those that are being worked on get their result. */
export const cancelRun = (deps: BulkDeps, viewer: Viewer, id: string): Promise<Refusal | null> =>
  inTransaction(
    deps.db,
    async (tx) => {
      const run = await lockRun(tx, viewer, id)
      if (!run) return refuse('bulk.not_found', { field: 'id' })
      if (run.finished_at) return refuse('bulk.finished', { field: 'id' })
      if (!run.mayCancel) return refuse('bulk.objects_of_others', { field: 'id' })
      const now = deps.clock.now()
      await cancelWaiting(tx, id, now)
      await finishRuns(tx, [id], now)
      await recordChange(tx, viewer, {
        accountId: run.account_id,
        kind: 'method',
        classCode: 'bulk_run',
        objectId: id,
        label: run.action,
        action: 'cancel',
        before: { state: run.state },
        after: { state: 'cancelled' },
      })
      await deps.bus.publish(tx, runChanged(run.account_id, id))
      return null
    },
    { rollsBack: isRefusal },
  )
