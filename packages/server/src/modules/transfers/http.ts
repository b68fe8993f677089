import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { transferSource } from './list-store.ts'

/** Endpoints of firmware, diagnostics and log transfers. */
export const transfersHttp = (deps: { db: Kysely<Database> }) =>
  ({
    transferList: (viewer, query) => runList(deps.db, transferSource, viewer, query),
  }) satisfies Handlers
