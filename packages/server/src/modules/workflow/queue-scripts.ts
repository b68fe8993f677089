import type { Bus, Queryable } from '../../bus/bus.ts'
import type { ScriptRunFact } from '../../shared/facts.ts'
import { insertScriptRuns } from './script-run-store.ts'
import type { WorkflowIndex } from './workflow-index.ts'

/** Something the system did with an object: a hidden method of its class. */
export type StateChange = Omit<ScriptRunFact, 'at'>

/**
 * Writes down for scripts what the system did, in the transaction in which it did it; a job runs them afterwards. What
 * stations tell goes the same way with its facts (`Awaited`), what people do runs its scripts at once (`runMethod`).
 */
export async function queueScripts(
  { bus, workflowIndex }: { bus: Bus; workflowIndex: WorkflowIndex },
  on: Queryable,
  at: Date,
  changes: readonly StateChange[],
): Promise<void> {
  const awaited = changes.filter(({ classCode, action }) => workflowIndex.hasScript(classCode, action))
  if (awaited.length === 0) return
  await insertScriptRuns(on, awaited, at)
  await bus.publish(on, [{ kind: 'script.queued' }])
}
