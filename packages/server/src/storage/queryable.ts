import { CompiledQuery } from 'kysely'
import type { Queryable } from '../bus/bus.ts'
import type { Tx } from './transaction.ts'

/** A transaction of the query builder as plain statements: what `bus.publish` joins. */
export const queryable = (tx: Tx): Queryable => ({
  query: (text, values = []) => tx.executeQuery(CompiledQuery.raw(text, values)),
})
