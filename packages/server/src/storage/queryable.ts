import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './tables.gen.ts'

interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** The query builder, or a transaction of it, as plain statements: what `bus.publish` joins. */
export const queryable = (db: Kysely<Database>): Queryable => ({
  query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
})
