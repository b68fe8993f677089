import { CompiledQuery } from 'kysely'
import type { Queryable, QueryBuilder } from '../shared/queryable.ts'

/** Returns a runner of plain statements; a query builder, or a transaction of it, runs them as raw queries. */
export const queryable = (on: Queryable | QueryBuilder): Queryable =>
  'query' in on ? on : { query: (text, values = []) => on.executeQuery(CompiledQuery.raw(text, values)) }
