import type { ScriptOutcome, ScriptRun } from '../scripts/index.ts'
import type { EngineDeps } from './deps.ts'

/** Rounds after which a script runs inside the transaction, because its object keeps changing. */
const maxRounds = 20

/** Rolls back a transaction that needs the result of a script which has not run yet. */
class ScriptWanted extends Error {
  readonly run: ScriptRun
  constructor(run: ScriptRun) {
    super('a script has to run first')
    this.run = run
  }
}

/**
 * Runs work in transactions, none of which waits for a script: a transaction that needs a script is rolled
 * back, the script runs without any lock, and the work is repeated with its result. So a slow script never
 * locks a row for which a message of a station waits. The result is the same, because the result of a script
 * depends on its input only.
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
      if (round < maxRounds) throw new ScriptWanted(run)
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

/** Returns the input of a script as a key, except the time: that of the first run stays. */
const keyOf = ({ source, object, params, event }: ScriptRun): string =>
  JSON.stringify([source, object, params, event])
