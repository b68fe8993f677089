import type { Bus, Queryable } from '../../bus/bus.ts'
import type { ScriptRunFact } from '../../shared/facts.ts'
import { insertScriptRuns } from './script-run-store.ts'
import type { Told } from './told.ts'

/** Something the system did with an object: a hidden method of its class. */
export type Deed = Omit<ScriptRunFact, 'at'>

/**
 * Writes down for scripts what the system did, in the transaction in which it did it; a job runs them afterwards. What
 * stations tell goes the same way with its facts (`Awaited`), what people do runs its scripts at once (`runMethod`).
 */
export async function tellScripts(
  { bus, told }: { bus: Bus; told: Told },
  on: Queryable,
  at: Date,
  deeds: readonly Deed[],
): Promise<void> {
  const awaited = deeds.filter(({ classCode, action }) => told.hasScript(classCode, action))
  if (awaited.length === 0) return
  await insertScriptRuns(on, awaited, at)
  await bus.publish(on, [{ kind: 'script.queued' }])
}
