import type { AnswerOf, BodyOf, workflowEventDryRun } from '@stationmaster/contract'
import type { Viewer } from '../../shared/scope.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import { type ScriptEffect, scriptRefusal } from '../scripts/index.ts'
import { type CompiledClass, transitionFrom } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import { objectNotFound, subjectOf } from './engine.ts'
import type { MethodRow } from './model-store.ts'
import { findClassOf } from './object-store.ts'
import { refusalToRun } from './refuse-method.ts'
import { findMethod, methodNotFound, newRun, methodOrPlaceholder, userRunner } from './run.ts'
import { rehearseEffects, scriptObject } from './script-effects.ts'
import type { WorkflowObject, Subject } from './subject.ts'

type Answer = AnswerOf<typeof workflowEventDryRun>
type Effect = Answer['effects'][number]

/**
 * Returns the effects that a script would have on an object if a method were run; nothing is applied or
 * stored.
 */
export async function dryRun(
  deps: EngineDeps,
  viewer: Viewer,
  body: BodyOf<typeof workflowEventDryRun>,
): Promise<Answer | Refusal> {
  const classCode = await findClassOf(deps.db, body.object)
  const subject = classCode === null ? undefined : subjectOf(deps, classCode)
  const found = await subject?.find(deps.db, viewer, { id: body.object, isLocked: false })
  const of = found && deps.current().classes.get(found.classCode)
  if (!subject || !found || !of) return objectNotFound
  const method = body.method === undefined ? null : findMethod(of, found.state, body.method)
  if (body.method !== undefined && !method) return refuse('method.not_found', { field: 'method' })
  const to = method ? (transitionFrom(of, found.state, method.code)?.to ?? found.state) : found.state
  const outcome = await deps.scripts.runScript({
    source: body.script,
    object: scriptObject(found),
    params: body.params ?? {},
    event: { action: method?.action_code ?? 'update', from: found.state, to },
    now: deps.clock.now(),
  })
  const context: DryRunContext = { deps, viewer, subject, of, found: { ...found, state: to } }
  const { error, effects = [] } = outcome
  const refusals = await rehearseEffects(
    deps,
    newRun({
      runner: userRunner(viewer),
      subject,
      object: found,
      method: method ?? methodOrPlaceholder(of, 'update'),
      kind: 'method',
    }),
    effects,
  )
  return {
    effects: effects.map((effect, at) => shownEffect(context, effect, refusals[at] ?? null)),
    log: outcome.log.map(({ line, text }) => ({ line, text })),
    ms: outcome.ms,
    failure: error
      ? { ...shownRefusal(scriptRefusal(error)), line: error.line, column: error.column ?? null }
      : null,
    possible: method === null || isPossible({ ...context, found }, method),
  }
}

interface DryRunContext {
  deps: EngineDeps
  viewer: Viewer
  subject: Subject
  of: CompiledClass
  /** The object after the effects. */
  found: WorkflowObject
}

const refusalOf = (
  { deps, viewer, subject, found: object }: DryRunContext,
  method: MethodRow,
): Refusal | null => refusalToRun(deps, { viewer, subject, object, method })

/**
 * Returns true if the method could run; hidden methods count as possible in their states, because the system
 * runs them.
 */
const isPossible = (context: DryRunContext, method: MethodRow): boolean =>
  refusalOf(context, { ...method, is_visible: true }) === null

const shownRefusal = ({ code, refusal, message, params }: Refusal): NonNullable<Effect['refusal']> => ({
  code: code ?? refusal,
  message,
  ...(params && { params }),
})

function shownEffect(context: DryRunContext, effect: ScriptEffect, refused: Refusal | null): Effect {
  const { line, kind, ...detail } = effect
  const shown = { line, kind, detail, refusal: refused && shownRefusal(refused) }
  switch (effect.kind) {
    case 'setLabel':
      return { ...shown, text: effect.text }
    case 'setTags':
      return { ...shown, text: effect.tags.join(', ') }
    case 'runMethod': {
      const method = findMethod(context.of, context.found.state, effect.code)
      const refusal = method ? refusalOf(context, method) : methodNotFound(effect.code)
      return { ...shown, text: effect.code, refusal: refusal && shownRefusal(refusal) }
    }
    case 'notice':
      return { ...shown, text: `${effect.to}: ${effect.text}` }
    case 'post':
      return { ...shown, text: effect.url }
  }
}
