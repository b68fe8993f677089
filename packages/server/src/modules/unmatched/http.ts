import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import { unmatchedMessage, unmatchedSource } from './list-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Lists of unmatched messages; they are resolved by the subject to which they are applied. */
export const unmatchedHttp = ({ db }: { db: Db }) =>
  ({
    unmatchedList: (viewer, query) => runList(db, unmatchedSource, viewer, query),
    unmatchedGet: async (viewer, { id }) =>
      (await runGet(db, unmatchedMessage, viewer, { id })) ?? refuse('unmatched_message.not_found'),
    unmatchedCount: (viewer, query) => runCount(db, unmatchedSource, viewer, query),
  }) satisfies Handlers

export const shownUnmatched = async (db: Db, scope: Scope, id: string) =>
  (await runGet(db, unmatchedSource, scope, { id })) ?? refuse('unmatched_message.not_found')
