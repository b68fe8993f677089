import type { Bus, Queryable } from '../../bus/bus.ts'
import type { ScriptRunFact } from '../../shared/facts.ts'
import { insertScriptRuns } from './script-run-store.ts'
import type { WorkflowIndex } from './workflow-index.ts'

/** A state change made by the system: a hidden method of its class. */
export type StateChange = Omit<ScriptRunFact, 'at'>

/**
 * Stores script triggers for state changes made by the system, in the same transaction; a job runs the
 * scripts later. Triggers caused by messages of stations are stored with their facts (`ScriptTriggers`); scripts of
 * methods that users run are run immediately (`runMethod`).
 */
export async function queueScripts(
  { bus, workflowIndex }: { bus: Bus; workflowIndex: WorkflowIndex },
  on: Queryable,
  at: Date,
  changes: readonly StateChange[],
): Promise<void> {
  const triggers = changes.filter(({ classCode, action }) => workflowIndex.hasScript(classCode, action))
  if (triggers.length === 0) return
  await insertScriptRuns(on, triggers, at)
  await bus.publish(on, [{ kind: 'script.queued' }])
}
