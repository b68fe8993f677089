import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Scope } from '../../shared/scope.ts'
import { runCount, runGet, runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { quarantineMessage, quarantineSource } from './list-store.ts'

/** The lists of what matched nothing; settling it is the business of the subject it is applied to. */
export const quarantineHttp = ({ db }: { db: Kysely<Database> }) =>
  ({
    quarantineList: (viewer, query) => runList(db, quarantineSource, viewer, query),
    quarantineGet: async (viewer, { id }) =>
      (await runGet(db, quarantineMessage, viewer, { id })) ?? refuse('not-found', 'Message not found'),
    quarantineCount: (viewer, query) => runCount(db, quarantineSource, viewer, query),
  }) satisfies Handlers

export const shownUnmatched = async (db: Kysely<Database>, scope: Scope, id: string) =>
  (await runGet(db, quarantineSource, scope, { id })) ?? refuse('not-found', 'There is no such message')
