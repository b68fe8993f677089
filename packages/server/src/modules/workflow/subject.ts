import type { Kysely } from 'kysely'
import type { BusEvent } from '../../bus/events.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { Tx } from '../../storage/transaction.ts'

/** An object as the engine sees it, whatever table keeps it. */
export interface WorkflowObject {
  classCode: string
  id: string
  accountId: string
  label: string
  /** Code of its state. */
  state: string
  /** Code of its type. */
  type: string | null
  ownerId: string | null
  tags: readonly string[]
  /** What scripts see beside it. */
  fields: Readonly<Record<string, unknown>>
}

/** What a method was given. */
export interface MethodCall {
  params: Readonly<Record<string, unknown>>
  /** The person who runs it; null: the system or a script of its own accord. */
  viewer: Viewer | null
  /** Code of the state it leads to. */
  target: string
  now: Date
}

/** What a handler answers; nothing where it has only done its work. */
export interface HandlerResult {
  /** Leads to this state instead of the one of the transition. */
  state?: string
  /** The state was stored by the handler. */
  isStored?: boolean
  events?: readonly BusEvent[]
  /** Done after the commit, such as asking a station; what it answers goes to the caller. */
  after?: (signal: AbortSignal | undefined) => Promise<unknown>
}

/** The objects of one class, plugged into the engine by the module that keeps them. */
export interface Subject<Thing extends WorkflowObject = WorkflowObject> {
  classCode: string
  /** What is said when there is no such object in sight. */
  missing: Refusal
  /** The object, locked where it is to be changed, if the scope may see it. */
  find(db: Kysely<Database>, scope: Scope, id: string, isLocked: boolean): Promise<Thing | null>
  /** Stores the new state, or refuses it before anything is stored. */
  enter(tx: Tx, thing: Thing, state: { id: string; code: string }, now: Date): Promise<void | Refusal>
  /** Who must hear that the object has changed. */
  changed(thing: Thing): BusEvent[]
  /** The functions that events may name, and how they are run. */
  handlers: readonly string[]
  handle?(name: string, tx: Tx, thing: Thing, call: MethodCall): Promise<HandlerResult | Refusal>
  /** How a method is refused that the state does not have. */
  refuse?(thing: Thing, methodCode: string): Refusal
  relabel?(tx: Tx, thing: Thing, label: string, now: Date): Promise<void>
  retag?(tx: Tx, thing: Thing, tags: readonly string[], now: Date): Promise<void>
}

/** Whoever runs a method, or the system for one account. */
export const systemScope = (accountId: string): Scope => ({
  accountId,
  userId: '00000000-0000-0000-0000-000000000000',
  isAdmin: true,
  isDriver: false,
})
