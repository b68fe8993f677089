import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import { runGet, runList } from '../../storage/list/list-query.ts'
import { isOfAllStations, listOfClient } from './client-list-store.ts'
import { logSource } from './list-store.ts'
import { type LogSearchDeps, searchLog } from './search-store.ts'

/** Endpoints of the OCPP log. */
export const journalHttp = (deps: LogSearchDeps) => {
  const { db } = deps
  return {
    ocppLogList: (viewer, query) =>
      viewer.clientId !== null && isOfAllStations(query)
        ? listOfClient(db, viewer, query)
        : runList({ db, source: logSource, scope: viewer }, query),
    ocppLogSearch: (viewer, query) => searchLog(deps, viewer, query),
    ocppLogGet: async (viewer, { id }) =>
      (await runGet({ db, source: logSource, scope: viewer }, { id })) ??
      refuse('log_entry.not_found', { field: 'id' }),
  } satisfies Handlers
}
