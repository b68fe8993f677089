import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { connectionAttemptSource } from './list-store.ts'

/** Endpoints of connection attempts. */
export const connectionAttemptsHttp = ({ db }: { db: Kysely<Database> }) =>
  ({
    connectionAttemptList: (viewer, query) => runList(db, connectionAttemptSource, viewer, query),
    connectionAttemptCount: (viewer, query) => runCount(db, connectionAttemptSource, viewer, query),
  }) satisfies Handlers
