import { type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { type ScriptEffect, type ScriptError, type ScriptObject, scriptRefusal } from '../scripts/index.ts'
import type { EngineDeps } from './deps.ts'
import type { EventRow } from './model-store.ts'
import { type EventResult, type EventRun, newEventResult, scriptActor, scriptFailed } from './run.ts'
import type { WorkflowObject } from './subject.ts'

/** Returns the read-only view of an object for scripts. */
export const snapshotOf = (object: WorkflowObject): ScriptObject => ({
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

/** Runs the script of an event and applies its effects; methods that it requests run after the current one. */
export async function runScriptEvent(
  deps: EngineDeps,
  tx: Tx,
  run: EventRun,
  event: EventRow,
  done: EventResult,
): Promise<void> {
  const outcome = await deps.scripts.runScript({
    source: event.script!,
    object: snapshotOf(done.object),
    params: run.params,
    event: { action: run.method.action_code, from: run.object.state, to: done.target },
    now: deps.clock.now(),
  })
  if (outcome.error) throw scriptFailed(event, outcome.error.line, causeOf(outcome.error))
  for (const effect of outcome.effects) {
    const refusal = await apply(deps, tx, { run, event, done, effect })
    if (refusal) throw scriptFailed(event, effect.line, refusal)
  }
}

const causeOf = (error: ScriptError): Refusal | string =>
  error.code === 'script.thrown' ? error.params.reason : scriptRefusal(error)

/** Rolls back a rehearsal; carries its result. */
class Rehearsed extends Error {
  readonly refusals: (Refusal | null)[]
  constructor(refusals: (Refusal | null)[]) {
    super('rehearsed')
    this.refusals = refusals
  }
}

/**
 * Applies the effects of a script as a run would, and rolls them back. Returns the refusal of each,
 * or null; methods that the script requests are not run.
 */
export async function rehearseEffects(
  deps: EngineDeps,
  run: EventRun,
  effects: readonly ScriptEffect[],
): Promise<(Refusal | null)[]> {
  try {
    return await inTransaction(deps.db, async (tx) => {
      const done = newEventResult(run.object, run.target)
      const refusals: (Refusal | null)[] = []
      for (const effect of effects) refusals.push(await apply(deps, tx, { run, event: null, done, effect }))
      throw new Rehearsed(refusals)
    })
  } catch (error) {
    if (error instanceof Rehearsed) return error.refusals
    throw error
  }
}

interface Applying {
  run: EventRun
  /** Null in a rehearsal: the script may not be saved yet, and nothing is recorded. */
  event: EventRow | null
  done: EventResult
  effect: ScriptEffect
}

/** Applies one effect; returns its refusal, or null. */
async function apply(deps: EngineDeps, tx: Tx, applying: Applying): Promise<Refusal | null> {
  const { run, event, done, effect } = applying
  if (effect.kind === 'runMethod') {
    if (event) done.next.push({ code: effect.code, params: effect.params, event, line: effect.line })
    return null
  }
  if (effect.kind === 'setLabel' || effect.kind === 'setTags') return rewrite(deps, tx, applying)
  const { classCode, id: objectId, accountId } = run.object
  const outgoing = { accountId, classCode, objectId, label: done.object.label, eventId: event?.id ?? null }
  return effect.kind === 'notice'
    ? deps.notice(tx, { ...outgoing, to: effect.to, text: effect.text })
    : deps.post(tx, { ...outgoing, url: effect.url, body: effect.body })
}

async function rewrite(
  deps: EngineDeps,
  tx: Tx,
  { run, event, done, effect }: Applying,
): Promise<Refusal | null> {
  const now = deps.clock.now()
  const { object } = done
  const { subject } = run
  if (effect.kind === 'setLabel') {
    if (!subject.relabel) return refuse('object.no_label', { class: object.classCode })
    await subject.relabel(tx, object, effect.text, now)
    done.object = { ...object, label: effect.text }
  }
  if (effect.kind === 'setTags') {
    if (!subject.retag) return refuse('object.no_tags', { class: object.classCode })
    await subject.retag(tx, object, effect.tags, now)
    done.object = { ...object, tags: effect.tags }
  }
  if (event === null) return null
  await recordChange(tx, scriptActor(run.runner, event), {
    accountId: object.accountId,
    kind: 'change',
    classCode: object.classCode,
    objectId: object.id,
    label: object.label,
    action: 'update',
    before: { label: object.label, tags: object.tags },
    after: { label: done.object.label, tags: done.object.tags },
  })
  return null
}
