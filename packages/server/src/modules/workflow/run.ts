import type { BusEvent } from '../../bus/events.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Actor } from '../audit/index.ts'
import type { CompiledClass } from './compile.ts'
import type { EventRow, MethodRow } from './model-store.ts'
import type { HandlerResult, WorkflowObject, Subject } from './subject.ts'

/** For whom a method runs. */
export interface Runner {
  scope: Scope
  actor: Actor
  /** The person, whose rights hold; null: the system. */
  viewer: Viewer | null
}

export interface Run {
  runner: Runner
  subject: Subject
  object: WorkflowObject
  method: MethodRow
  params: Readonly<Record<string, unknown>>
  /** How many methods, each run by a script of the one before it, led here. */
  depth: number
  /** How many methods may still be run by all scripts together. */
  budget: { left: number }
}

export interface MethodResult {
  object: WorkflowObject
  method: MethodRow
  after: NonNullable<HandlerResult['after']>[]
}

/** Undoes everything that the transaction has done, and says why. */
export class RunRefused extends Error {
  readonly refusal: Refusal
  /** The script that failed, for the log of events. */
  readonly failure: { event: EventRow; line: number | null } | null
  constructor(refusal: Refusal, failure: RunRefused['failure'] = null) {
    super(refusal.message)
    this.refusal = refusal
    this.failure = failure
  }
}

/** Scripts that run scripts: eight deep and twenty wide would be without end. */
const mostMethods = 50

export const newBudget = (): Run['budget'] => ({ left: mostMethods })

/** What the events of an action came to. */
export interface EventResult {
  object: WorkflowObject
  target: string
  isStored: boolean
  events: BusEvent[]
  after: MethodResult['after']
  /** Methods that scripts want run, when this one is over. */
  next: { code: string; params: Record<string, unknown>; event: EventRow; line: number | null }[]
}

export interface EventRun extends Run {
  of: CompiledClass
  target: string
}

export const newEventResult = (object: WorkflowObject, target: string): EventResult => ({
  object,
  target,
  isStored: false,
  events: [],
  after: [],
  next: [],
})

export const scriptFailureText = (event: EventRow, line: number | null): string =>
  `The script "${event.label}" failed${line === null ? '' : ` at line ${line}`}`

/** A script changes things in the name of its event, for whoever ran the method. */
export function scriptActor({ viewer }: Runner, event: EventRow): Actor {
  if (!viewer) return { script: event.id }
  const { userId, username, session, correlation } = viewer
  return { script: event.id, userId, username, session, correlation }
}
