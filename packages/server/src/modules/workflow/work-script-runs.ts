import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { logEvent } from '../event-log/index.ts'
import { isTransient } from '../../storage/transient.ts'
import type { EngineDeps } from './deps.ts'
import { subjectOf } from './engine.ts'
import { runScripts } from './run-hidden.ts'
import { withScriptsAhead } from './scripts-ahead.ts'
import { forgetScriptRuns, removeScriptRun, type ScriptRunRow, takeScriptRun } from './script-run-store.ts'

/** Then other jobs have their turn; what is left comes with the next. */
const roundMs = 10_000

/** What has waited for so long is given up: more has happened than scripts can follow. */
const longestWaitMs = 24 * 3_600_000

/**
 * Runs the scripts that stations and the system have set off, in the order in which it happened; answers whether some
 * are left. What happened was stored before: a script that fails changes nothing of it, is written into the log of
 * events, and is not tried again.
 */
export async function workScriptRuns(deps: EngineDeps): Promise<boolean> {
  await forgetLate(deps)
  const until = deps.clock.monotonicMs() + roundMs
  while (deps.clock.monotonicMs() < until) {
    const worked = await workOne(deps)
    if (!worked) return false
  }
  return true
}

async function forgetLate({ db, clock }: EngineDeps): Promise<void> {
  const count = await forgetScriptRuns(db, new Date(clock.now().getTime() - longestWaitMs))
  if (count > 0)
    await logEvent(db, {
      type: 'warning',
      code: 'script',
      event: 'late',
      text: `${count} runs of scripts have waited for a day and are given up`,
    })
}

async function workOne(deps: EngineDeps): Promise<boolean> {
  let row: ScriptRunRow | undefined
  try {
    return await withScriptsAhead(deps, (deps) =>
      inTransaction(deps.db, async (tx) => {
        row = await takeScriptRun(tx)
        if (!row) return false
        await removeScriptRun(tx, row.id)
        await runRow(deps, tx, row)
        return true
      }),
    )
  } catch (error) {
    // one that broke is not to keep the others waiting
    if (!row || isTransient(error)) throw error
    await giveUp(deps, row, error instanceof Error ? error.message : String(error))
    return true
  }
}

async function runRow(deps: EngineDeps, tx: Tx, row: ScriptRunRow): Promise<void> {
  const subject = subjectOf(deps, row.class_code)
  if (!subject) return
  const { object_id: id, account_id: accountId, action_code: action } = row
  await runScripts(deps, tx, { subject, id, accountId, action, from: row.from_state, to: row.to_state })
}

async function giveUp(deps: EngineDeps, row: ScriptRunRow, message: string): Promise<void> {
  await removeScriptRun(deps.db, row.id)
  await logEvent(deps.db, {
    type: 'error',
    code: 'script',
    event: 'failed',
    text: message,
    account: row.account_id,
    object: `${row.class_code} ${row.object_id}`,
  })
}
