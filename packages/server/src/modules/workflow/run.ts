import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Scope, Viewer } from '../../shared/scope.ts'
import type { Actor } from '../audit/index.ts'
import { type CompiledClass, transitionFrom } from './compile.ts'
import type { EventRow, MethodRow } from './model-store.ts'
import type { HandlerResult, Subject, WorkflowObject } from './subject.ts'

/** The caller of a method. */
export interface Runner {
  scope: Scope
  actor: Actor
  /** The user whose rights apply; null for the system. */
  viewer: Viewer | null
}

/** An action to run on an object. */
export interface Run {
  runner: Runner
  subject: Subject
  object: WorkflowObject
  method: MethodRow
  /**
   * `method`: requires the right and the state. `change`: the object was created or updated, which is not
   * checked. `reported`: a state change that was stored before, with its states; only the scripts run.
   */
  kind: 'method' | 'change' | { from: string; to: string }
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

/** Maximum number of methods run by all scripts of a request: eight deep and twenty wide would never end. */
export const maxMethods = 50

/** Returns a run that no script has requested. */
export const newRun = (
  run: Omit<Run, 'params' | 'depth' | 'budget'> & Partial<Pick<Run, 'params'>>,
): Run => ({ params: {}, ...run, depth: 1, budget: { left: maxMethods } })

export const userRunner = (viewer: Viewer): Runner => ({ scope: viewer, viewer, actor: viewer })

/** Returns the events of an action that run, in their order. */
export const eventsOf = (of: CompiledClass, { method }: Pick<Run, 'method'>): EventRow[] =>
  (of.events.get(method.action_code) ?? []).filter((event) => event.is_enabled)

/**
 * Returns the refusal of a run because of a script.
 * @param cause the text of an error that the script threw, or the refusal of one of its effects
 */
export function scriptFailed(event: EventRow, line: number | null, cause: Refusal | string): Refusal {
  const details = { event: event.label, reason: typeof cause === 'string' ? cause : cause.message }
  const refusal =
    line === null ? refuse('script.failed', details) : refuse('script.failed_at', { ...details, line })
  return typeof cause === 'string' ? refusal : { ...refusal, cause }
}

export const isScriptFailure = ({ code }: Refusal): boolean =>
  code === 'script.failed' || code === 'script.failed_at'

/** Returns the actor of changes by a script: its event, on behalf of the user who ran the method. */
export function scriptActor({ viewer }: Runner, event: EventRow): Actor {
  if (!viewer) return { script: event.id }
  const { userId, username, session, correlation } = viewer
  return { script: event.id, userId, username, session, correlation }
}

export const methodNotFound = (code: string): Refusal => refuse('method.unknown', { method: code })

/** Returns the method with this code, or one with this action; a method that the state has takes precedence. */
export function findMethod(of: CompiledClass, state: string, code: string): MethodRow | null {
  const byCode = of.methods.get(code)
  if (byCode) return byCode
  const ofAction = [...of.methods.values()].filter((method) => method.action_code === code)
  return (
    ofAction.find((method) => method.state_id !== null && of.states.get(state)?.id === method.state_id) ??
    ofAction.find((method) => transitionFrom(of, state, method.code) !== null) ??
    ofAction[0] ??
    null
  )
}

/** Returns the method whose code is that of the action, or a placeholder if the class has none. */
export const methodOrPlaceholder = (of: CompiledClass, action: string): MethodRow =>
  of.methods.get(action) ?? {
    id: '',
    class_code: of.row.code,
    state_id: null,
    action_code: action,
    code: action,
    label: action,
    sequence: 0,
    is_visible: false,
    is_system: true,
    version_no: 1,
    built_in_name: null,
  }
