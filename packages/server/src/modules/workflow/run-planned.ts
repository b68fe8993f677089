import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { applyPlan } from './apply-plan.ts'
import type { EngineDeps } from './deps.ts'
import { type Plan, planRun } from './plan-run.ts'
import { eventsOf, type MethodResult, type Run } from './run.ts'

/** Number of times that the scripts of a run are executed before it is refused because its object keeps changing. */
const maxPlans = 20

/** Locks the object of a run and returns the run; null if there is nothing to do. */
type Reach = (tx: Tx) => Promise<Run | Refusal | null>

/** The plan of a run for one version of its object. */
interface Planned {
  plan: Plan
  version: string
}

/** Result of a transaction that was rolled back because this run has to be planned first. */
interface Unplanned {
  unplanned: Run
}

/**
 * Runs an action in one transaction that waits for no script, so that a slow script never locks a row for
 * which a message of a station waits. If scripts are registered for the action, the transaction is rolled back
 * and they run on this snapshot, without any lock. A further transaction locks the object again and applies
 * their effects if the object is the same; otherwise they run again on the new snapshot.
 */
export async function runPlanned(deps: EngineDeps, reach: Reach): Promise<MethodResult | Refusal | null> {
  let planned: Planned | null = null
  for (let plans = 0; ; plans += 1) {
    const attempted = await inTransaction(deps.db, (tx) => attemptRun(deps, tx, { reach, planned }), {
      rollsBack: (result) => isRefusal(result) || (result !== null && 'unplanned' in result),
    })
    if (attempted === null || isRefusal(attempted) || !('unplanned' in attempted)) return attempted
    if (plans === maxPlans) return refuse('script.object_changed')
    const plan = await planRun(deps, attempted.unplanned)
    if (isRefusal(plan)) return plan
    planned = { plan, version: versionOf(attempted.unplanned) }
  }
}

async function attemptRun(
  deps: EngineDeps,
  tx: Tx,
  { reach, planned }: { reach: Reach; planned: Planned | null },
): Promise<MethodResult | Unplanned | Refusal | null> {
  const run = await reach(tx)
  if (run === null || isRefusal(run)) return run
  if (planned?.version === versionOf(run)) return applyPlan(deps, tx, planned.plan)
  if (hasScripts(deps, run)) return { unplanned: run }
  const plan = await planRun(deps, run)
  return isRefusal(plan) ? plan : applyPlan(deps, tx, plan)
}

const hasScripts = (deps: EngineDeps, run: Run): boolean => {
  const of = deps.current().classes.get(run.object.classCode)
  return of !== undefined && eventsOf(of, run).some(({ kind }) => kind === 'script')
}

/**
 * Returns the version of an object: all that its subject reads of it. Row versions would change more often: that
 * of a connector with each meter value, which neither scripts nor rules read. Running transactions are different:
 * their subject reads the meter, so each meter value changes their version.
 */
const versionOf = ({ object, method }: Run): string => JSON.stringify([method.id, object])
