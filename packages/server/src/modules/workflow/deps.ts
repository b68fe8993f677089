import type { Kysely } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'
import type { Scripts } from '../scripts/index.ts'
import type { Workflow } from './compile.ts'
import type { Subject } from './subject.ts'

export interface WorkflowDeps {
  db: Kysely<Database>
  bus: Bus
  clock: Clock
}

/** What a script asks to be sent, kept with the transaction of its method and worked later. */
interface Outgoing {
  accountId: string
  classCode: string
  objectId: string
  label: string
  /** Null in a dry run. */
  eventId: string | null
}

/** The sandbox, and what comes of its effects outside of the object model. */
export interface ScriptPorts {
  scripts: Pick<Scripts, 'runScript' | 'check'>
  /** Null where it was taken, else why it cannot be sent. */
  notice: (tx: Tx, notice: Outgoing & { to: string; text: string }) => Promise<string | null>
  post: (tx: Tx, post: Outgoing & { url: string; body: string }) => Promise<string | null>
}

/** What the engine needs to run a method. */
export interface EngineDeps extends WorkflowDeps, ScriptPorts {
  /** The object model as this process knows it. */
  current: () => Workflow
  subjects: ReadonlyMap<string, Subject>
}
