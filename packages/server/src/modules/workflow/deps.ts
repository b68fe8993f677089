import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { Scripts } from '../scripts/index.ts'
import type { Workflow } from './compile.ts'
import type { Subject } from './subject.ts'

export interface WorkflowDeps {
  db: Db
  bus: Bus
  clock: Clock
}

/** A notice or post of a script, stored in the transaction of its method and delivered later. */
interface Outgoing {
  accountId: string
  classCode: string
  objectId: string
  label: string
  /** Null in a dry run. */
  eventId: string | null
}

/** The sandbox, and the delivery of effects outside of the object model. */
export interface ScriptDeps {
  scripts: Pick<Scripts, 'runScript' | 'check'>
  /** Returns null if the notice was accepted. */
  notice: (tx: Tx, notice: Outgoing & { to: string; text: string }) => Promise<Refusal | null>
  post: (tx: Tx, post: Outgoing & { url: string; body: string }) => Promise<Refusal | null>
}

/** Dependencies of the engine. */
export interface EngineDeps extends WorkflowDeps, ScriptDeps {
  /** Returns the object model of this process. */
  current: () => Workflow
  subjects: ReadonlyMap<string, Subject>
}
