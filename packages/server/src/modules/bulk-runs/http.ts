import { isRefusal, refuse } from '../../shared/refusal.ts'
import type { Handlers } from '../../shared/handlers.ts'
import type { Viewer } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import { cancelRun } from './cancel-run.ts'
import type { BulkDeps } from './deps.ts'
import { itemSource, runSource } from './list-store.ts'
import { startRun } from './start-run.ts'

/** Endpoints of bulk runs. */
export const bulkRunsHttp = (deps: BulkDeps) =>
  ({
    bulkRunStart: async (viewer, body) => {
      const id = await startRun(deps, viewer, body)
      return isRefusal(id) ? id : shownRun(deps, viewer, id)
    },
    bulkRunList: (viewer, query) => runList({ db: deps.db, source: runSource, scope: viewer }, query),
    bulkRunCount: (viewer, query) => runCount({ db: deps.db, source: runSource, scope: viewer }, query),
    bulkRunGet: (viewer, { id }) => shownRun(deps, viewer, id),
    bulkItemList: (viewer, query) => runList({ db: deps.db, source: itemSource, scope: viewer }, query),
    bulkItemCount: (viewer, query) => runCount({ db: deps.db, source: itemSource, scope: viewer }, query),
    bulkRunCancel: async (viewer, { id }) =>
      (await cancelRun(deps, viewer, id)) ?? shownRun(deps, viewer, id),
  }) satisfies Handlers

const shownRun = async ({ db }: BulkDeps, viewer: Viewer, id: string) =>
  (await runGet({ db, source: runSource, scope: viewer }, { id })) ??
  refuse('bulk.not_found', { field: 'id' })
