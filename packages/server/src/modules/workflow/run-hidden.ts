import type { Viewer } from '../../shared/scope.ts'
import { queryable } from '../../storage/queryable.ts'
import type { Tx } from '../../storage/transaction.ts'
import { type CompiledClass, transitionFrom } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import type { MethodRow } from './model-store.ts'
import { storeState, runNext, runEvents } from './run-method.ts'
import { type EventRun, newBudget, newEventResult, type MethodResult, type Run, type Runner } from './run.ts'
import { runScriptEvent } from './run-script.ts'
import { type Subject, systemScope } from './subject.ts'

/**
 * Runs an action of the system on an object: its events, even if the class has no method for it, and the
 * transition of the method if there is one. No rights are checked.
 */
export async function runHidden(
  deps: EngineDeps,
  tx: Tx,
  { viewer, subject, id, action }: { viewer: Viewer; subject: Subject; id: string; action: string },
): Promise<void> {
  const object = await subject.find(tx, viewer, id, true)
  const of = object && deps.current().classes.get(object.classCode)
  if (!object || !of) return
  const runner: Runner = { scope: viewer, viewer, actor: viewer }
  const method = of.methods.get(action)
  const running = { runner, subject, object, params: {}, depth: 1, budget: newBudget() }
  const run: Run = { ...running, method: method ?? placeholderMethod(of, action) }
  const way = method ? transitionFrom(of, object.state, method.code) : null
  const done = await runEvents(deps, tx, { ...run, of, target: way?.to ?? object.state })
  const isMoved = done.target !== object.state
  const after = isMoved ? await storeState(deps, tx, run, done) : done.object
  await deps.bus.publish(queryable(tx), [...subject.changed(after), ...done.events])
  let ran: MethodResult = { object: after, method: run.method, after: done.after }
  for (const next of done.next) ran = await runNext(deps, tx, run, ran, next)
}

/**
 * Runs the scripts of an action caused by a station, after its fact was stored: the object has its present
 * state, which only methods run by the scripts can change.
 */
export async function runScripts(
  deps: EngineDeps,
  tx: Tx,
  set: { subject: Subject; id: string; accountId: string; action: string; from: string; to: string },
): Promise<void> {
  const { subject, action } = set
  const scope = systemScope(set.accountId)
  const object = await subject.find(tx, scope, set.id, true)
  const of = object && deps.current().classes.get(object.classCode)
  if (!object || !of) return
  const runner: Runner = { scope, viewer: null, actor: { system: 'workflow' } }
  const method = of.methods.get(action) ?? placeholderMethod(of, action)
  const running = { runner, subject, object, params: {}, depth: 1, budget: newBudget() }
  const run: EventRun = { ...running, method, of, target: set.to }
  const done = newEventResult(object, set.to)
  for (const event of of.events.get(action) ?? [])
    if (event.is_enabled && event.kind === 'script')
      await runScriptEvent(deps, tx, { ...run, object: { ...object, state: set.from } }, event, done)
  if (done.object !== object) await deps.bus.publish(queryable(tx), subject.changed(done.object))
  let ran: MethodResult = { object: done.object, method, after: [] }
  for (const next of done.next) ran = await runNext(deps, tx, run, ran, next)
}

/** Returns a placeholder method for an action for which the class has none. */
export const placeholderMethod = (of: CompiledClass, action: string): MethodRow => ({
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
})
