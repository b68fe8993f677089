import type { Handlers } from '../../shared/handlers.ts'
import { runList } from '../../storage/list/list-query.ts'
import { transferSource } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Endpoints of firmware, diagnostics and log transfers. */
export const transfersHttp = (deps: { db: Db }) =>
  ({
    transferList: (viewer, query) => runList({ db: deps.db, source: transferSource, scope: viewer }, query),
  }) satisfies Handlers
