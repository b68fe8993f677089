import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { ScriptEffect, ScriptObject } from '../scripts/index.ts'
import type { EngineDeps } from './deps.ts'
import type { EventRow } from './model-store.ts'
import { type Run, scriptActor } from './run.ts'
import type { WorkflowObject } from './subject.ts'

/** Returns the read-only view of an object for scripts. */
export const scriptObject = (object: WorkflowObject): ScriptObject => ({
  id: object.id,
  class: object.classCode,
  type: object.type,
  state: object.state,
  label: object.label,
  tags: object.tags,
  owner: object.ownerId,
  account: object.accountId,
  fields: object.fields,
})

/** Returns the object as an effect leaves it, or a refusal if its class has no such property. */
export function afterEffect(
  { subject }: Pick<Run, 'subject'>,
  object: WorkflowObject,
  effect: ScriptEffect,
): WorkflowObject | Refusal {
  if (effect.kind === 'setLabel')
    return subject.relabel
      ? { ...object, label: effect.text }
      : refuse('object.no_label', { class: object.classCode })
  if (effect.kind === 'setTags')
    return subject.retag
      ? { ...object, tags: effect.tags }
      : refuse('object.no_tags', { class: object.classCode })
  return object
}

/** An effect of a script, with the object before and after it. */
export interface EffectStep {
  run: Run
  /** Null in a rehearsal: the script may not be saved yet, and nothing is recorded. */
  event: EventRow | null
  effect: ScriptEffect
  object: WorkflowObject
  after: WorkflowObject
}

/** Applies one effect; returns its refusal, or null. Methods that a script requests are not run here. */
export async function applyEffect(deps: EngineDeps, tx: Tx, step: EffectStep): Promise<Refusal | null> {
  const { run, event, object, after, effect } = step
  const { classCode, id: objectId, accountId, label } = object
  const outgoing = { accountId, classCode, objectId, label, eventId: event?.id ?? null }
  const now = deps.clock.now()
  switch (effect.kind) {
    case 'runMethod':
      return null
    case 'notice':
      return deps.notice(tx, { ...outgoing, to: effect.to, text: effect.text })
    case 'post':
      return deps.post(tx, { ...outgoing, url: effect.url, body: effect.body })
    case 'setLabel':
      await run.subject.relabel?.(tx, object, { label: effect.text, now })
      break
    case 'setTags':
      await run.subject.retag?.(tx, object, { tags: effect.tags, now })
  }
  if (event === null) return null
  await recordChange(tx, scriptActor(run.runner, event), {
    accountId,
    classCode,
    objectId,
    label,
    action: 'update',
    before: { label, tags: object.tags },
    after: { label: after.label, tags: after.tags },
  })
  return null
}

/**
 * Applies the effects of a script as a run would, and rolls them back. Returns the refusal of each, or null;
 * methods that the script requests are not run.
 */
export const rehearseEffects = (
  deps: EngineDeps,
  run: Run,
  effects: readonly ScriptEffect[],
): Promise<(Refusal | null)[]> =>
  inTransaction(
    deps.db,
    async (tx) => {
      const refusals: (Refusal | null)[] = []
      let { object } = run
      for (const effect of effects) {
        const after = afterEffect(run, object, effect)
        if (isRefusal(after)) {
          refusals.push(after)
          continue
        }
        refusals.push(await applyEffect(deps, tx, { run, event: null, effect, object, after }))
        object = after
      }
      return refusals
    },
    { rollsBack: () => true },
  )
