import type { Kysely } from 'kysely'
import type { Handlers } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { findConfiguration } from './store.ts'

/** Endpoints of stations' configuration. */
export const configurationHttp = (deps: { db: Kysely<Database> }) =>
  ({
    stationConfiguration: async (viewer, { id }) => {
      const settings = await findConfiguration(deps.db, viewer, id)
      if (!settings) return refuse('not-found', 'There is no such station.', 'id')
      return settings.map(({ key, value, isReadonly, updatedAt }) => ({
        key,
        value,
        readonly: isReadonly,
        updated: updatedAt.toISOString(),
      }))
    },
  }) satisfies Handlers
