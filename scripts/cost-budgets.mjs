// Budgets of processor time in seconds: `npm test` must take less than ten minutes on two cores. A busy machine takes
// up to half as long again, so a budget that is exceeded is reported and is not a failure.
import { readFileSync } from 'node:fs'

/** Budget of all checks and tests together, with their browsers and databases. */
export const totalBudget = 1_000

/** Budget of one file, without its browser and database. */
export const usualBudget = 15

/** Files that may take longer: they render every message, call every endpoint, or hash passwords hundreds of times. */
export const budgets = {
  'packages/console/src/ui/schema-form/schema-form.test.tsx': 30,
  'packages/server/test/access-matrix.test.ts': 60,
  'packages/server/test/security-lists.test.ts': 20,
  'packages/server/test/sign-in.test.ts': 21,
  'packages/server/test/sign-up.test.ts': 18,
}

/** Returns how far a file exceeds its budget, or null. */
export function excessOf(path, seconds) {
  const budget = budgets[path] ?? usualBudget
  return seconds > budget ? `${seconds.toFixed(1)} s of processor time, budget ${budget} s` : null
}

/** Returns the processor time in seconds of the processes that this one has started and that have ended; Linux only. */
export function secondsOfChildren() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(13, 15)
    // in hundredths of a second on every platform of Node.js
    return (Number(user) + Number(system)) / 100
  } catch {
    return undefined
  }
}
