import type { AnswerOf, BodyOf, workflowEventDryRun } from '@stationmaster/contract'
import type { Viewer } from '../../shared/scope.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { ScriptEffect } from '../scripts/index.ts'
import { type CompiledClass, wayFrom } from './compile.ts'
import type { EngineDeps } from './deps.ts'
import { noObject, subjectOf } from './engine.ts'
import type { MethodRow } from './model-store.ts'
import { findClassOf } from './object-store.ts'
import { findMethod, noMethod, whyNot } from './run-method.ts'
import { nameless } from './run-hidden.ts'
import { newBudget, type Runner } from './run.ts'
import { rehearseEffects, snapshotOf } from './run-script.ts'
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
  const held = await subject?.find(deps.db, viewer, body.object, false)
  const of = held && deps.current().classes.get(held.classCode)
  if (!subject || !held || !of) return noObject
  const method = body.method === undefined ? null : findMethod(of, held.state, body.method)
  if (body.method !== undefined && !method)
    return refuse('not-found', 'The class has no such method', 'method')
  const to = method ? (wayFrom(of, held.state, method.code)?.to ?? held.state) : held.state
  const outcome = await deps.scripts.runScript({
    source: body.script,
    object: snapshotOf(held),
    params: body.params ?? {},
    event: { action: method?.action_code ?? 'update', from: held.state, to },
    now: deps.clock.now(),
  })
  const looking: Looking = { deps, viewer, subject, of, held: { ...held, state: to } }
  const { error, effects = [] } = outcome
  const refusals = await rehearseEffects(
    deps,
    {
      runner: { scope: viewer, viewer, actor: viewer },
      subject,
      object: held,
      method: method ?? nameless(of, 'update'),
      params: body.params ?? {},
      depth: 1,
      budget: newBudget(),
      of,
      target: to,
    },
    effects,
  )
  return {
    effects: effects.map((effect, at) => shownEffect(looking, effect, refusals[at] ?? null)),
    log: outcome.log.map(({ line, text }) => ({ line, text })),
    ms: outcome.ms,
    failure: error
      ? { code: error.code, message: error.message, line: error.line, column: error.column ?? null }
      : null,
    possible: method === null || isPossible({ ...looking, held }, method),
  }
}

interface Looking {
  deps: EngineDeps
  viewer: Viewer
  subject: Subject
  of: CompiledClass
  /** The object after the effects. */
  held: WorkflowObject
}

const refusalOf = ({ deps, viewer, subject, held }: Looking, method: MethodRow): Refusal | null => {
  const runner: Runner = { scope: viewer, viewer, actor: { system: 'dry run' } }
  return whyNot(deps, { runner, subject, object: held, method })
}

/**
 * Returns true if the method could run; hidden methods count as possible in their states, because the system
 * runs them.
 */
const isPossible = (looking: Looking, method: MethodRow): boolean =>
  refusalOf(looking, { ...method, is_visible: true }) === null

function shownEffect(looking: Looking, effect: ScriptEffect, refusal: string | null): Effect {
  const { line, kind, ...detail } = effect
  const shown = { line, kind, detail, refusal }
  switch (effect.kind) {
    case 'setLabel':
      return { ...shown, text: effect.text }
    case 'setTags':
      return { ...shown, text: effect.tags.join(', ') }
    case 'runMethod': {
      const method = findMethod(looking.of, looking.held.state, effect.code)
      const no = method ? refusalOf(looking, method) : noMethod(effect.code)
      return { ...shown, text: effect.code, refusal: no?.message ?? null }
    }
    case 'notice':
      return { ...shown, text: `${effect.to}: ${effect.text}` }
    case 'post':
      return { ...shown, text: effect.url }
  }
}
