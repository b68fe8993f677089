import { CompiledQuery, type Kysely } from 'kysely'

interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Returns the query builder, or a transaction of it, as a runner of plain statements. */
export const queryable = (db: Pick<Kysely<unknown>, 'executeQuery'>): Queryable => ({
  query: (text, values = []) => db.executeQuery(CompiledQuery.raw(text, values)),
})
