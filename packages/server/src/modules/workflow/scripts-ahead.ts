import type { ScriptOutcome, ScriptRun } from '../scripts/index.ts'
import type { EngineDeps } from './deps.ts'

/** Objects that change with every look are not waited for: then the script runs with its object held. */
const mostRounds = 20

/** Undoes a transaction that has come to a script which has not run yet. */
class ScriptWanted extends Error {
  readonly run: ScriptRun
  constructor(run: ScriptRun) {
    super('a script has to run first')
    this.run = run
  }
}

/**
 * Runs work in transactions without any of them waiting for a script: one that needs a script is undone, the script
 * runs while nothing is held, and the work begins again with its answer. So a slow script never holds a row for which
 * a station's message waits. That is no change of what happens: a script's answer depends on what it is given alone.
 */
export async function withScriptsAhead<T>(
  deps: EngineDeps,
  work: (deps: EngineDeps) => Promise<T>,
): Promise<T> {
  const { db, bus, clock, current, subjects, notice, post } = deps
  const others = { db, bus, clock, current, subjects, notice, post }
  const known = new Map<string, ScriptOutcome>()
  for (let round = 0; ; round += 1) {
    const runScript = async (run: ScriptRun): Promise<ScriptOutcome> => {
      const outcome = known.get(keyOf(run))
      if (outcome) return outcome
      if (round < mostRounds) throw new ScriptWanted(run)
      return deps.scripts.runScript(run)
    }
    try {
      return await work({ ...others, scripts: { ...deps.scripts, runScript } })
    } catch (error) {
      if (!(error instanceof ScriptWanted)) throw error
      known.set(keyOf(error.run), await deps.scripts.runScript(error.run))
    }
  }
}

/** All that a script is given but the moment: the first one stays. */
const keyOf = ({ source, object, params, event }: ScriptRun): string =>
  JSON.stringify([source, object, params, event])
