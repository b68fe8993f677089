import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'

/** Who changes something: a person, an event's script, or the system itself. */
export type Actor =
  | { userId: string; session: string; username: string }
  | { script: string }
  | { system: string }

/** One line of the journal that can be trusted. */
export interface Change {
  accountId: string | null
  kind: 'change' | 'method'
  classCode: string
  objectId: string
  label: string
  action: string
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>> | null
}

export interface WorkflowDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
  /** Writes into the journal within the transaction of the change. */
  record: (tx: Tx, actor: Actor, change: Change) => Promise<void>
}
