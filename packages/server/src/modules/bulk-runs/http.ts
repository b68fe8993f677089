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
    bulkRunList: (viewer, query) => runList(runs(deps, viewer), query),
    bulkRunCount: (viewer, query) => runCount(runs(deps, viewer), query),
    bulkRunGet: (viewer, { id }) => shownRun(deps, viewer, id),
    bulkItemList: (viewer, query) => runList(items(deps, viewer), query),
    bulkItemCount: (viewer, query) => runCount(items(deps, viewer), query),
    bulkRunCancel: async (viewer, { id }) =>
      (await cancelRun(deps, viewer, id)) ?? shownRun(deps, viewer, id),
  }) satisfies Handlers

const runs = ({ db }: BulkDeps, viewer: Viewer) => ({ db, source: runSource(viewer), scope: viewer })
const items = ({ db }: BulkDeps, viewer: Viewer) => ({ db, source: itemSource(viewer), scope: viewer })

const shownRun = async (deps: BulkDeps, viewer: Viewer, id: string) =>
  (await runGet(runs(deps, viewer), { id })) ?? refuse('bulk.not_found', { field: 'id' })
