import { isRefusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { isTransient } from '../../storage/transient.ts'
import { logEvent } from '../event-log/index.ts'
import type { EngineDeps } from './deps.ts'
import { lockObject } from './engine.ts'
import { runPlanned } from './run-planned.ts'
import { newRun, type Run, methodOrPlaceholder } from './run.ts'
import {
  findNextStateChange,
  removeStateChange,
  removeSurplus,
  type StateChangeRow,
} from './state-change-store.ts'
import { systemScope } from './subject.ts'

/** Duration of a round in ms, after which other jobs can run; the next round continues. */
const roundMs = 10_000

/** Maximum number of waiting state changes of all accounts. */
const maxWaiting = 100_000

/**
 * Runs the scripts of the state changes in the outbox, in their order. Returns true if
 * some are left. The state changes were stored before: a script that fails changes nothing about them, is
 * logged in the event log and is not retried.
 */
export async function workStateChanges(deps: EngineDeps): Promise<boolean> {
  await dropSurplus(deps.db)
  const until = deps.clock.monotonicMs() + roundMs
  while (deps.clock.monotonicMs() < until) {
    const worked = await workOne(deps)
    if (!worked) return false
  }
  return true
}

async function dropSurplus(db: EngineDeps['db']): Promise<void> {
  const count = await removeSurplus(db, maxWaiting)
  if (count > 0)
    await logEvent(db, {
      type: 'warning',
      code: 'script',
      event: 'late',
      text: `Scripts were dropped because too many wait or they have waited for a day. Runs: ${count}`,
    })
}

async function workOne(deps: EngineDeps): Promise<boolean> {
  const row = await findNextStateChange(deps.db)
  if (!row) return false
  try {
    const ran = await runPlanned(deps, (tx) => takeRun(deps, tx, row))
    if (isRefusal(ran)) await dropFailed(deps, row, ran.message)
  } catch (error) {
    // a change that fails must not block the others
    if (isTransient(error)) throw error
    await dropFailed(deps, row, error instanceof Error ? error.message : String(error))
  }
  return true
}

/**
 * Removes a state change and returns its run, for the object in its present state; null if another process has
 * removed it, or if the object does not exist any more.
 */
async function takeRun(deps: EngineDeps, tx: Tx, row: StateChangeRow): Promise<Run | null> {
  if (!(await removeStateChange(tx, row.id))) return null
  const scope = systemScope(row.account_id)
  const found = await lockObject(deps, tx, { scope, classCode: row.class_code, id: row.object_id })
  if (!found) return null
  const runner = { scope, viewer: null, actor: { system: 'workflow' } }
  const method = methodOrPlaceholder(found.of, row.action_code)
  return newRun({ ...found, runner, method, kind: { from: row.from_state, to: row.to_state } })
}

async function dropFailed(deps: EngineDeps, row: StateChangeRow, message: string): Promise<void> {
  if (!(await removeStateChange(deps.db, row.id))) return
  await logEvent(deps.db, {
    type: 'error',
    code: 'script',
    event: 'failed',
    text: message,
    account: row.account_id,
    object: `${row.class_code} ${row.object_id}`,
  })
}
