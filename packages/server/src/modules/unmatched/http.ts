import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { unmatchedMessage, unmatchedSource } from './list-store.ts'

/** Lists of unmatched messages; they are resolved by the subject to which they are applied. */
export const unmatchedHttp = ({ db }: { db: Kysely<Database> }) =>
  ({
    unmatchedList: (viewer, query) => runList(db, unmatchedSource, viewer, query),
    unmatchedGet: async (viewer, { id }) =>
      (await runGet(db, unmatchedMessage, viewer, { id })) ?? refuse('unmatched_message.not_found'),
    unmatchedCount: (viewer, query) => runCount(db, unmatchedSource, viewer, query),
  }) satisfies Handlers

export const shownUnmatched = async (db: Kysely<Database>, scope: Scope, id: string) =>
  (await runGet(db, unmatchedSource, scope, { id })) ?? refuse('unmatched_message.not_found')
