import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { queryable } from '../../storage/queryable.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type CompiledClass, transitionFrom } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import { type EventRow, lockExistingRow, type MethodRow } from './model-store.ts'
import { refusalToRun } from './refuse-method.ts'
import { runScriptEvent } from './run-script.ts'
import {
  type EventResult,
  type EventRun,
  maxMethods,
  newEventResult,
  type MethodResult,
  type Run,
  RunRefused,
  scriptActor,
  scriptFailed,
} from './run.ts'
import type { WorkflowObject } from './subject.ts'

/** Maximum depth of methods run by scripts of other methods; beyond it a loop is assumed. */
const maxDepth = 8

/**
 * Runs a method on an object that the transaction has locked: checks whether it may run, runs the events of
 * its action in order, stores the new state and the audit entry, and publishes the hint. Throws `RunRefused`
 * if any step refuses.
 */
export async function runMethod(deps: EngineDeps, tx: Tx, run: Run): Promise<MethodResult> {
  if (run.depth > maxDepth) throw new RunRefused(refuse('script.methods_too_deep', { limit: maxDepth }))
  if (run.budget.left-- <= 0) throw new RunRefused(refuse('script.too_many_methods', { limit: maxMethods }))
  const refusal = refusalToRun(deps, { ...run, viewer: run.runner.viewer })
  if (refusal) throw new RunRefused(refusal)
  const of = deps.current().classes.get(run.object.classCode)!
  const way = transitionFrom(of, run.object.state, run.method.code)
  const done = await runEvents(deps, tx, { ...run, of, target: way?.to ?? run.object.state })
  const object = await storeState(deps, tx, run, done)
  await deps.bus.publish(queryable(tx), [...run.subject.changed(object), ...done.events])
  let ran: MethodResult = { object, method: run.method, after: done.after }
  for (const next of done.next) ran = await runNext(deps, tx, run, ran, next)
  return ran
}

export async function runEvents(deps: EngineDeps, tx: Tx, run: EventRun): Promise<EventResult> {
  const done = newEventResult(run.object, run.target)
  for (const event of run.of.events.get(run.method.action_code) ?? []) {
    if (!event.is_enabled) continue
    if (event.kind === 'handler') await handle(deps, tx, run, event, done)
    if (event.kind === 'script') await runScriptEvent(deps, tx, run, event, done)
  }
  return done
}

async function handle(
  deps: EngineDeps,
  tx: Tx,
  run: EventRun,
  event: EventRow,
  done: EventResult,
): Promise<void> {
  const { subject, runner, params } = run
  if (!subject.handle || !subject.handlers.includes(event.handler!))
    throw new RunRefused(
      refuse('event.handler_unknown', { handler: event.handler!, class: run.object.classCode }),
    )
  const call = { params, viewer: runner.viewer, target: done.target, now: deps.clock.now() }
  const handled = await subject.handle(event.handler!, tx, done.object, call)
  if (isRefusal(handled)) throw new RunRefused(handled)
  if (handled.state !== undefined && run.of.states.has(handled.state)) done.target = handled.state
  done.isStored ||= handled.isStored ?? false
  done.events.push(...(handled.events ?? []))
  if (handled.after) done.after.push(handled.after)
}

/** Stores the new state and records that the method ran. */
export async function storeState(
  deps: EngineDeps,
  tx: Tx,
  run: Run,
  done: EventResult,
): Promise<WorkflowObject> {
  const { object: before, subject, method } = run
  const state = deps.current().classes.get(before.classCode)!.states.get(done.target)!
  const isNew = done.target !== before.state
  if (isNew && !done.isStored) {
    if (!(await lockExistingRow(tx, 'class_states', state.id)))
      throw new RunRefused(refuse('state.removed', { state: state.label }))
    const refusal = await subject.enter(tx, done.object, state, deps.clock.now())
    if (refusal) throw new RunRefused(refusal)
  }
  await recordChange(tx, run.runner.actor, {
    accountId: before.accountId,
    kind: 'method',
    classCode: before.classCode,
    objectId: before.id,
    label: done.object.label,
    action: method.code,
    before: isNew ? { state: before.state } : null,
    after: { state: done.target },
  })
  return { ...done.object, state: done.target }
}

export const methodNotFound = (code: string): Refusal => refuse('method.unknown', { method: code })

/** Runs a method requested by a script, with the rights of the user who ran the script. */
export async function runNext(
  deps: EngineDeps,
  tx: Tx,
  run: Run,
  ran: MethodResult,
  next: EventResult['next'][number],
): Promise<MethodResult> {
  const { event, line } = next
  const of = deps.current().classes.get(run.object.classCode)!
  const method = findMethod(of, ran.object.state, next.code)
  if (!method) throw scriptFailed(event, line, methodNotFound(next.code))
  const actor = scriptActor(run.runner, event)
  try {
    const inner = await runMethod(deps, tx, {
      ...run,
      runner: { ...run.runner, actor },
      object: ran.object,
      method,
      params: next.params,
      depth: run.depth + 1,
    })
    return { ...ran, object: inner.object, after: [...ran.after, ...inner.after] }
  } catch (error) {
    throw error instanceof RunRefused && !error.failure ? scriptFailed(event, line, error.refusal) : error
  }
}

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
