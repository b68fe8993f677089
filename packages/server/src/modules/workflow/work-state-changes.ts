import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import { isTransient } from '../../storage/transient.ts'
import type { EngineDeps } from './deps.ts'
import { subjectOf } from './engine.ts'
import { runScripts } from './run-hidden.ts'
import { withScriptsAhead } from './scripts-ahead.ts'
import {
  removeStateChange,
  removeSurplus,
  type StateChangeRow,
  takeStateChange,
} from './state-change-store.ts'

/** Duration of a round in ms, after which other jobs can run; the next round continues. */
const roundMs = 10_000

/** Time in ms after which a waiting state change is dropped: more happened than scripts can process. */
const longestWaitMs = 24 * 3_600_000

/** Maximum number of waiting state changes of all accounts. */
const maxWaiting = 100_000

/**
 * Runs the scripts of the state changes in the outbox, in their order. Returns true if
 * some are left. The state changes were stored before: a script that fails changes nothing about them, is
 * logged in the event log and is not retried.
 */
export async function workStateChanges(deps: EngineDeps): Promise<boolean> {
  await dropSurplus(deps)
  const until = deps.clock.monotonicMs() + roundMs
  while (deps.clock.monotonicMs() < until) {
    const worked = await workOne(deps)
    if (!worked) return false
  }
  return true
}

async function dropSurplus({ db, clock }: EngineDeps): Promise<void> {
  const count = await removeSurplus(db, new Date(clock.now().getTime() - longestWaitMs), maxWaiting)
  if (count > 0)
    await logEvent(db, {
      type: 'warning',
      code: 'script',
      event: 'late',
      text: `Scripts were dropped because too many wait or they have waited for a day. Runs: ${count}`,
    })
}

async function workOne(deps: EngineDeps): Promise<boolean> {
  let row: StateChangeRow | undefined
  try {
    return await withScriptsAhead(deps, (deps) =>
      inTransaction(deps.db, async (tx) => {
        row = await takeStateChange(tx)
        if (!row) return false
        await removeStateChange(tx, row.id)
        await runRow(deps, tx, row)
        return true
      }),
    )
  } catch (error) {
    // a change that fails must not block the others
    if (!row || isTransient(error)) throw error
    await dropFailed(deps, row, error instanceof Error ? error.message : String(error))
    return true
  }
}

async function runRow(deps: EngineDeps, tx: Tx, row: StateChangeRow): Promise<void> {
  const subject = subjectOf(deps, row.class_code)
  if (!subject) return
  const { object_id: id, account_id: accountId, action_code: action } = row
  await runScripts(deps, tx, { subject, id, accountId, action, from: row.from_state, to: row.to_state })
}

async function dropFailed(deps: EngineDeps, row: StateChangeRow, message: string): Promise<void> {
  await removeStateChange(deps.db, row.id)
  await logEvent(deps.db, {
    type: 'error',
    code: 'script',
    event: 'failed',
    text: message,
    account: row.account_id,
    object: `${row.class_code} ${row.object_id}`,
  })
}
