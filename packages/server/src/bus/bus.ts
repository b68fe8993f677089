import type { BusEvent, BusEventOf, BusKind } from './events.ts'

/** What can run a statement: a pool, a client inside its transaction. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<unknown>
}

/**
 * Tells all server processes what happened. `publish` joins the caller's transaction: events of a
 * transaction that is rolled back are never heard.
 */
export interface Bus {
  publish(transaction: Queryable, events: readonly BusEvent[]): Promise<void>
  on<K extends BusKind>(kind: K, hear: (event: BusEventOf<K>) => void): () => void
  /** Called after the line to the database was lost and restored: events may have been missed. */
  onGap(hear: () => void): () => void
  close(): Promise<void>
}
