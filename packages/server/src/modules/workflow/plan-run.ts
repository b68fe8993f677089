import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { type ScriptEffect, type ScriptError, scriptRefusal } from '../scripts/index.ts'
import { type CompiledClass, transitionFrom } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import type { EventRow } from './model-store.ts'
import { refusalToRun } from './refuse-method.ts'
import {
  eventsOf,
  findMethod,
  isScriptFailure,
  maxMethods,
  methodNotFound,
  type Run,
  scriptActor,
  scriptFailed,
} from './run.ts'
import { afterEffect, type EffectStep, scriptObject } from './script-effects.ts'
import type { WorkflowObject } from './subject.ts'

/** Maximum depth of methods run by scripts of other methods; beyond it a loop is assumed. */
const maxDepth = 8

/** A handler of our code, with the object and the target state when it is called. */
interface HandlerStep {
  handler: string
  object: WorkflowObject
  target: string
}

/** A method that a script requested, to run after the method of the script. */
interface Requested {
  event: EventRow
  effect: RunMethodEffect
  plan: Plan
}

type RunMethodEffect = Extract<ScriptEffect, { kind: 'runMethod' }>

/** Everything that a run will store. Its scripts have run on the object of the run, which is not locked. */
export interface Plan {
  run: Run
  target: string
  steps: readonly (HandlerStep | EffectStep)[]
  /** The object after the run. */
  object: WorkflowObject
  requested: readonly Requested[]
  /** The object after the requested methods. */
  last: WorkflowObject
}

/** Runs the scripts of a run on its object and returns what is to be stored, or the refusal of the run. */
export async function planRun(deps: EngineDeps, run: Run): Promise<Plan | Refusal> {
  const of = deps.current().classes.get(run.object.classCode)
  if (!of) return refuse('class.not_found', { field: 'class' })
  const refusal = refusalOf(deps, run)
  if (refusal) return refusal
  const planning: Planning = {
    of,
    run,
    target: targetOf(of, run),
    object: run.object,
    steps: [],
    requests: [],
  }
  for (const event of eventsOf(of, run)) {
    const failure =
      event.kind === 'handler'
        ? planHandler(planning, event.handler!)
        : event.kind === 'script'
          ? await planScript(deps, planning, event)
          : null
    if (failure) return failure
  }
  const { target, steps } = planning
  const object = isReported(run) ? planning.object : { ...planning.object, state: target }
  const requested = await planRequests(deps, planning, object)
  if (isRefusal(requested)) return requested
  return { run, target, steps, object, requested, last: requested.at(-1)?.plan.last ?? object }
}

interface Planning {
  of: CompiledClass
  run: Run
  target: string
  object: WorkflowObject
  steps: (HandlerStep | EffectStep)[]
  requests: Omit<Requested, 'plan'>[]
}

/** Returns true if the state change was stored before, so that only the scripts run. */
export const isReported = ({ kind }: Run): boolean => typeof kind === 'object'

function refusalOf(deps: EngineDeps, { kind, depth, budget, runner, subject, object, method }: Run) {
  if (kind !== 'method') return null
  if (depth > maxDepth) return refuse('script.methods_too_deep', { limit: maxDepth })
  if (budget.left-- <= 0) return refuse('script.too_many_methods', { limit: maxMethods })
  return refusalToRun(deps, { viewer: runner.viewer, subject, object, method })
}

function targetOf(of: CompiledClass, { kind, object, method }: Run): string {
  if (typeof kind === 'object') return kind.to
  return transitionFrom(of, object.state, method.code)?.to ?? object.state
}

function planHandler(planning: Planning, handler: string): Refusal | null {
  const { run, object, target, of } = planning
  const { subject } = run
  if (isReported(run)) return null
  if (!subject.handle || !subject.handlers.includes(handler))
    return refuse('event.handler_unknown', { handler, class: object.classCode })
  planning.steps.push({ handler, object, target })
  const other = subject.target?.(handler, object)
  if (other !== undefined && of.states.has(other)) planning.target = other
  return null
}

async function planScript(deps: EngineDeps, planning: Planning, event: EventRow): Promise<Refusal | null> {
  const { run, target } = planning
  const outcome = await deps.scripts.runScript({
    source: event.script!,
    object: scriptObject(planning.object),
    params: run.params,
    event: {
      action: run.method.action_code,
      from: typeof run.kind === 'object' ? run.kind.from : run.object.state,
      to: target,
    },
    now: deps.clock.now(),
  })
  if (outcome.error) return scriptFailed(event, outcome.error.line, causeOf(outcome.error))
  for (const effect of outcome.effects) {
    const refusal = planEffect(planning, event, effect)
    if (refusal) return scriptFailed(event, effect.line, refusal)
  }
  return null
}

const causeOf = (error: ScriptError): Refusal | string =>
  error.code === 'script.thrown' ? error.params.reason : scriptRefusal(error)

function planEffect(planning: Planning, event: EventRow, effect: ScriptEffect): Refusal | null {
  const { run, object } = planning
  if (effect.kind === 'runMethod') {
    planning.requests.push({ event, effect })
    return null
  }
  const after = afterEffect(run, object, effect)
  if (isRefusal(after)) return after
  planning.steps.push({ run, event, effect, object, after })
  planning.object = after
  return null
}

/** Plans the methods that scripts requested, one after the other, with the rights of the user who runs them. */
async function planRequests(
  deps: EngineDeps,
  { of, run, requests }: Planning,
  after: WorkflowObject,
): Promise<Requested[] | Refusal> {
  const requested: Requested[] = []
  let object = after
  for (const { event, effect } of requests) {
    const { code, params } = effect
    const method = findMethod(of, object.state, code)
    const runner = { ...run.runner, actor: scriptActor(run.runner, event) }
    const plan = method
      ? await planRun(deps, { ...run, kind: 'method', runner, object, method, params, depth: run.depth + 1 })
      : methodNotFound(code)
    if (isRefusal(plan)) return failureOfRequest({ event, effect }, plan)
    requested.push({ event, effect, plan })
    object = plan.last
  }
  return requested
}

/** Returns the failure of a script because of a method that it requested. */
export const failureOfRequest = ({ event, effect }: Omit<Requested, 'plan'>, refusal: Refusal): Refusal =>
  isScriptFailure(refusal) ? refusal : scriptFailed(event, effect.line, refusal)
