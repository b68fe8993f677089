import type { Handlers } from '../../shared/handlers.ts'
import { runCount, runList } from '../../storage/list/list-query.ts'
import { connectionAttemptSource } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Endpoints of connection attempts. */
export const connectionAttemptsHttp = ({ db }: { db: Db }) =>
  ({
    connectionAttemptList: (viewer, query) => runList(db, connectionAttemptSource, viewer, query),
    connectionAttemptCount: (viewer, query) => runCount(db, connectionAttemptSource, viewer, query),
  }) satisfies Handlers
