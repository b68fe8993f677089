import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { readLimit } from './local-list.ts'
import { findList } from './store.ts'

/** Endpoints of local lists. */
export const localListsHttp = (deps: { db: Kysely<Database> }) =>
  ({
    localListGet: async (viewer, { id }) => {
      const list = await findList(deps.db, viewer, id)
      if (!list) return refuse('not-found', 'There is no such station.', 'id')
      return {
        stationid: id,
        identity: list.identity,
        version: list.version ?? 0,
        updated: list.updatedAt?.toISOString() ?? null,
        maxlength: readLimit(list.limit),
        entries: list.entries.map(({ code, status, expiresAt, parentCode }) => ({
          code,
          status,
          expiry: expiresAt?.toISOString() ?? null,
          parentcode: parentCode,
        })),
      }
    },
  }) satisfies Handlers
