import { CompiledQuery, type Kysely } from 'kysely'
import type { Queryable } from '../bus/bus.ts'
import type { Database } from './tables.gen.ts'

/** The query builder, or a transaction of it, as plain statements: what `bus.publish` joins. */
export const queryable = (db: Kysely<Database>): Queryable => ({
  query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
})
