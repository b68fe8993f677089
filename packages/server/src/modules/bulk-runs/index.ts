// Bulk runs: one action on many objects, each with the rights and rules of the single action, and a result per
// object. The objects are rows, so that a run survives a restart. Not here: what the actions do, which are the
// endpoints and commands of other subjects.
import { everyNight } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import type { BulkDeps } from './deps.ts'
import { bulkRunsHttp } from './http.ts'
import { forgetRuns } from './store.ts'
import { BulkWorker } from './worker.ts'

export function registerBulkRuns(
  ctx: ModuleContext,
  given: Pick<BulkDeps, 'commands' | 'requests' | 'viewerOf' | 'sources'>,
) {
  const deps: BulkDeps = { ...ctx, ...given, leaseMs: ctx.config.ocpp.callTimeoutMs + 60_000 }
  const worker = new BulkWorker(deps)
  ctx.onClose(() => worker.close())
  return {
    handlers: bulkRunsHttp(deps),
    jobs: [
      {
        name: 'bulk-runs.forget',
        every: everyNight,
        work: () => forgetRuns(ctx.db, ctx.clock.now()),
      },
    ],
    /** Begins to work on runs; the handlers of all modules are known by then. */
    start: () => worker.start(),
  }
}
