import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import { runGet } from '../../storage/list/list-query.ts'
import { listLog } from './list-log.ts'
import { logSource } from './list-store.ts'
import { searchLog } from './search-store.ts'
import type { LogSearchDeps } from './window-store.ts'

/** Endpoints of the OCPP log. */
export const journalHttp = (deps: LogSearchDeps) => {
  const { db } = deps
  return {
    ocppLogList: (viewer, query) => listLog(deps, viewer, query),
    ocppLogSearch: (viewer, query) => searchLog(deps, viewer, query),
    ocppLogGet: async (viewer, { id }) =>
      (await runGet({ db, source: logSource, scope: viewer }, { id })) ??
      refuse('log_entry.not_found', { field: 'id' }),
  } satisfies Handlers
}
