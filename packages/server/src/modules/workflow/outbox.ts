import type { Queryable, QueryBuilder } from '../../shared/queryable.ts'
import type { StateChange, Subscriptions } from '../../shared/state-change.ts'
import { sourceValues } from '../../storage/ingest-rows.ts'
import { factStatements } from '../../storage/ingest-statements.ts'
import { queryable } from '../../storage/queryable.ts'

/**
 * Stores state changes made by the system in the transaction of the change; a job runs their scripts later.
 * Changes by messages of stations are facts (`stateChanges`); scripts of methods that users run are run with
 * the method.
 */
export interface Outbox {
  /** Returns true if changes of this kind are stored, for a statement that stores its own. */
  includes: Subscriptions['includes']
  record(on: Queryable | QueryBuilder, changes: readonly StateChange[]): Promise<void>
}

export const outboxFor = (subscriptions: Subscriptions): Outbox => ({
  includes: (change) => subscriptions.includes(change),
  async record(on, changes) {
    const rows = changes.filter((change) => subscriptions.includes(change))
    if (rows.length > 0) await queryable(on).query(factStatements.stateChanges.text, sourceValues(rows))
  },
})
