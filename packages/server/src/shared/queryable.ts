import type { Kysely } from 'kysely'

/** Runs statements: a pool, or a client inside its transaction. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/** Query builder, or a transaction of it. */
export type QueryBuilder = Pick<Kysely<unknown>, 'executeQuery'>
