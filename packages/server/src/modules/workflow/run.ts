import type { BusEvent } from '../../bus/events.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Actor } from '../audit/index.ts'
import type { CompiledClass } from './compile.ts'
import type { EventRow, MethodRow } from './model-store.ts'
import type { HandlerResult, WorkflowObject, Subject } from './subject.ts'

/** The caller of a method. */
export interface Runner {
  scope: Scope
  actor: Actor
  /** The user whose rights apply; null for the system. */
  viewer: Viewer | null
}

export interface Run {
  runner: Runner
  subject: Subject
  object: WorkflowObject
  method: MethodRow
  params: Readonly<Record<string, unknown>>
  /** Number of methods, each run by a script of the one before it, up to this one. */
  depth: number
  /** Number of methods that all scripts together may still run. */
  budget: { left: number }
}

export interface MethodResult {
  object: WorkflowObject
  method: MethodRow
  after: NonNullable<HandlerResult['after']>[]
}

/** Rolls back the transaction and carries the reason. */
export class RunRefused extends Error {
  readonly refusal: Refusal
  /** The script that failed, for the event log. */
  readonly failure: { event: EventRow; line: number | null } | null
  constructor(refusal: Refusal, failure: RunRefused['failure'] = null) {
    super(refusal.message)
    this.refusal = refusal
    this.failure = failure
  }
}

/** Maximum number of methods run by all scripts of a request: eight deep and twenty wide would never end. */
export const maxMethods = 50

export const newBudget = (): Run['budget'] => ({ left: maxMethods })

/** Result of the events of an action. */
export interface EventResult {
  object: WorkflowObject
  target: string
  isStored: boolean
  events: BusEvent[]
  after: MethodResult['after']
  /** Methods requested by scripts, to run after this one. */
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

/**
 * Returns the error that ends a run because of a script.
 * @param cause the text of an error that the script threw, or the refusal of one of its effects
 */
export function scriptFailed(event: EventRow, line: number | null, cause: Refusal | string): RunRefused {
  const details = { event: event.label, reason: typeof cause === 'string' ? cause : cause.message }
  const refusal =
    line === null ? refuse('script.failed', details) : refuse('script.failed_at', { ...details, line })
  return new RunRefused(typeof cause === 'string' ? refusal : { ...refusal, cause }, { event, line })
}

/** Returns the actor of changes by a script: its event, on behalf of the user who ran the method. */
export function scriptActor({ viewer }: Runner, event: EventRow): Actor {
  if (!viewer) return { script: event.id }
  const { userId, username, session, correlation } = viewer
  return { script: event.id, userId, username, session, correlation }
}
