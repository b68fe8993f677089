import type { ObjectMethods } from '@stationmaster/contract'
import type { BusEvent } from '../../bus/events.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Db, Tx } from '../../storage/transaction.ts'

/** The part of an object that decides which methods are possible; lists read it with each row. */
export interface MethodFacts {
  id: string
  /** Code of its state. */
  state: string
}

/** A row of a list before its methods are computed from the facts. */
export type WithFacts<Row = object, Facts extends MethodFacts = MethodFacts> = Omit<Row, 'methods'> & {
  methods: Facts
}

/** A row of a list with its methods. */
export type WithMethods<Row> = Omit<Row, 'methods'> & { methods: ObjectMethods }

/** An object as the engine sees it, whatever table stores it. */
export interface WorkflowObject extends MethodFacts {
  classCode: string
  accountId: string
  label: string
  /** Code of its type. */
  type: string | null
  ownerId: string | null
  tags: readonly string[]
  /** Additional fields that scripts can read. */
  fields: Readonly<Record<string, unknown>>
}

/** Input of a handler. */
export interface MethodCall {
  /** Name of the handler. */
  handler: string
  params: Readonly<Record<string, unknown>>
  /** The user who runs the method; null for the system or a script that runs for it. */
  viewer: Viewer | null
  /** Code of the target state. */
  target: string
  now: Date
}

/** Result of a handler; empty if it has nothing to return. */
export interface HandlerResult {
  /** True if the handler has stored the state. */
  isStored?: boolean
  events?: readonly BusEvent[]
  /** Runs after the commit, for example a request to a station; its result is returned to the caller. */
  after?: (signal: AbortSignal | undefined) => Promise<unknown>
}

/** The adapter through which a module provides the objects of one class to the engine. */
export interface Subject<
  Thing extends WorkflowObject = WorkflowObject,
  Facts extends MethodFacts = MethodFacts,
> {
  classCode: string
  /** The refusal if no such object is visible. */
  missing: Refusal
  /** Returns the object if the scope may see it, locked if it is to be changed. */
  find(db: Db, scope: Scope, by: { id: string; isLocked: boolean }): Promise<Thing | null>
  /** Stores the new state, or refuses it before anything is stored. */
  enter(tx: Tx, thing: Thing, to: { state: { id: string; code: string }; now: Date }): Promise<void | Refusal>
  /** Returns the events that report a change of the object. */
  changed(thing: Thing): BusEvent[]
  /** Names of the handlers that events may use. */
  handlers: readonly string[]
  /** Returns the target state after a handler if it replaces that of the transition. */
  target?(name: string, thing: Thing): string | undefined
  handle?(tx: Tx, thing: Thing, call: MethodCall): Promise<HandlerResult | Refusal>
  /**
   * Methods that send a request to a station: they need the right to create commands, and are shown with the
   * reason when they are not possible.
   */
  requests?: readonly string[]
  /** Returns true for a method that drivers may run on an own object of a built-in class; absent: none. */
  isForDrivers?(facts: MethodFacts, methodCode: string): boolean
  /**
   * Returns true if an earlier request with the id of this one has run the method. Nothing is run again, even if the
   * object does not allow the method any more.
   */
  isRepeated?(
    tx: Tx,
    thing: Thing,
    call: Pick<MethodCall, 'params'> & { method: string; viewer: Viewer },
  ): Promise<boolean>
  /** Refuses a method that the object does not allow now, whatever its state; null if it does. */
  prevents?(facts: Facts, methodCode: string): Refusal | null
  /** Returns the refusal of a method that the state does not have. */
  refuse?(facts: Facts, methodCode: string): Refusal
  relabel?(tx: Tx, thing: Thing, to: { label: string; now: Date }): Promise<unknown>
  retag?(tx: Tx, thing: Thing, to: { tags: readonly string[]; now: Date }): Promise<unknown>
}

/** Returns a scope for the system within one account. */
export const systemScope = (accountId: string): Scope => ({
  accountId,
  userId: '00000000-0000-0000-0000-000000000000',
  clientId: null,
  isAdmin: true,
  isDriver: false,
})
