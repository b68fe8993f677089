import type { Queryable, QueryBuilder } from '../shared/queryable.ts'
import type { BusEvent, BusEventOf, BusKind } from './events.ts'

/**
 * Publishes events to all server processes. `publish` joins the caller's transaction: events of a transaction
 * that is rolled back are never delivered.
 */
export interface Bus {
  publish(transaction: Queryable | QueryBuilder, events: readonly BusEvent[]): Promise<void>
  /** Sends hints after the commit of their facts, if possible without the database. */
  sendHints(db: QueryBuilder, events: readonly BusEvent[]): Promise<void>
  on<K extends BusKind>(kind: K, listener: (event: BusEventOf<K>) => void): () => void
  /** Registers a listener for a lost and restored connection to the database: events may have been missed. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}
