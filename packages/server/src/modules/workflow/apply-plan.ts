import type { BusEvent } from '../../bus/events.ts'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import type { EngineDeps } from './deps.ts'
import { lockExistingRow } from './model-store.ts'
import { failureOfRequest, isReported, type Plan } from './plan-run.ts'
import { type MethodResult, scriptFailed } from './run.ts'
import { applyEffect } from './script-effects.ts'

/**
 * Stores what was planned for an object that the transaction has locked and that is the same as in the plan:
 * the work of handlers and the effects of scripts in their order, the new state, the audit entry and the hint,
 * then the methods that scripts requested.
 */
export async function applyPlan(deps: EngineDeps, tx: Tx, plan: Plan): Promise<MethodResult | Refusal> {
  const { run } = plan
  const applied = await applySteps(deps, tx, plan)
  if (isRefusal(applied)) return applied
  const { isStored, events, after } = applied
  const refusal = isReported(run) ? null : await storeState(deps, tx, { plan, isStored })
  if (refusal) return refusal
  if (!isReported(run) || plan.object !== run.object)
    await deps.bus.publish(tx, [...run.subject.changed(plan.object), ...events])
  for (const requested of plan.requested) {
    const inner = await applyPlan(deps, tx, requested.plan)
    if (isRefusal(inner)) return failureOfRequest(requested, inner)
    after.push(...inner.after)
  }
  return { object: plan.last, method: run.method, after }
}

interface Applied {
  isStored: boolean
  events: BusEvent[]
  after: MethodResult['after']
}

async function applySteps(deps: EngineDeps, tx: Tx, { run, steps }: Plan): Promise<Applied | Refusal> {
  const applied: Applied = { isStored: false, events: [], after: [] }
  for (const step of steps) {
    if ('effect' in step) {
      const refusal = await applyEffect(deps, tx, step)
      if (refusal) return step.event ? scriptFailed(step.event, step.effect.line, refusal) : refusal
      continue
    }
    const handled = await run.subject.handle!(tx, step.object, {
      handler: step.handler,
      params: run.params,
      viewer: run.runner.viewer,
      target: step.target,
      now: deps.clock.now(),
    })
    if (isRefusal(handled)) return handled
    applied.isStored ||= handled.isStored ?? false
    applied.events.push(...(handled.events ?? []))
    if (handled.after) applied.after.push(handled.after)
  }
  return applied
}

/** Stores the new state and records that the method ran. */
async function storeState(
  deps: EngineDeps,
  tx: Tx,
  { plan, isStored }: { plan: Plan; isStored: boolean },
): Promise<Refusal | null> {
  const { run, target, object } = plan
  const { object: before, subject, method } = run
  const isNew = target !== before.state
  if (!isNew && run.kind === 'change') return null
  const state = deps.current().classes.get(before.classCode)?.states.get(target)
  if (isNew && !isStored) {
    if (!state || !(await lockExistingRow(tx, 'class_states', state.id)))
      return refuse('state.removed', { state: state?.label ?? target })
    const from = { ...object, state: before.state }
    const refusal = await subject.enter(tx, from, { state, now: deps.clock.now() })
    if (refusal) return refusal
  }
  await recordChange(tx, run.runner.actor, {
    accountId: before.accountId,
    kind: 'method',
    classCode: before.classCode,
    objectId: before.id,
    label: object.label,
    action: method.code,
    before: isNew ? { state: before.state } : null,
    after: { state: target },
  })
  return null
}
