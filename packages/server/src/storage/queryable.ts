import { CompiledQuery, type Kysely } from 'kysely'
import type { Database } from './tables.gen.ts'

interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Returns the query builder, or a transaction of it, as a runner of plain statements for `bus.publish`. */
export const queryable = (db: Kysely<Database>): Queryable => ({
  query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
})
