import { mostCounted } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import { runCountUpTo, runGet, runList } from '../../storage/list/list-query.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { eventLogSource } from './list-store.ts'

/** Endpoints of the log of events. */
export const eventLogHttp = ({ db }: { db: Kysely<Database> }) =>
  ({
    eventLogList: (viewer, query) => runList(db, eventLogSource, viewer, query),
    eventLogCount: (viewer, query) => runCountUpTo(db, eventLogSource, viewer, query, mostCounted),
    eventLogGet: async (viewer, { id, fields }) =>
      (await runGet(db, eventLogSource, viewer, { id }, fields)) ??
      refuse('not-found', 'There is no such event'),
  }) satisfies Handlers
