import type { BusEvent } from '../../bus/events.ts'
import type { CommandOutcome } from '../../shared/station-command.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { activityHints, commandHints, endEvents, nextEvents } from './announce.ts'
import { concludeReset } from './conclude-reset.ts'
import { type ConcludedCommand, conclude } from './command.ts'
import type { CommandDeps } from './deps.ts'
import { type CommandEnd, runEnded } from './effects.ts'
import { insertCommandEvents } from './event-store.ts'
import { stateChangeOf } from './state-change.ts'
import {
  type CommandRow,
  factsOf,
  findWaiting,
  lockCommand,
  concludedColumns,
  storeConcluded,
} from './store.ts'

/** The outcome of a command, and the time from sending it to its answer; null without one. */
interface Answered {
  outcome: CommandOutcome
  ms: number | null
}

/**
 * Stores the outcome of a sent command and its effects in one transaction. Of two outcomes the first counts;
 * an answer after the time limit is stored and flagged.
 */
export async function commandAnswered(deps: CommandDeps, id: string, answer: Answered): Promise<void> {
  await inTransaction(
    deps.db,
    async (tx) => {
      const row = await lockCommand(tx, id)
      const settled = row && conclude(row.action, row.state, answer.outcome)
      if (row && settled) await apply(deps, tx, { row, settled, ...answer })
    },
    { isRepeatable: true },
  )
}

async function apply(
  deps: CommandDeps,
  tx: Tx,
  { row, settled, outcome, ms }: { row: CommandRow; settled: ConcludedCommand } & Answered,
): Promise<void> {
  const now = deps.clock.now()
  await storeConcluded(tx, row.id, { settled, now, ms })
  const command = factsOf(row)
  const isLostReset = row.action === 'Reset' && outcome.kind === 'gone'
  // a station that obeys often closes the connection before it answers: the caller waits for the boot that
  // follows
  const events: BusEvent[] = isLostReset ? commandHints([command]) : endEvents([command])
  const end = endOf(outcome, row.action)
  if (settled.state !== row.state) {
    await insertCommandEvents(tx, [command], now)
    events.push(...activityHints([command]))
    await deps.outbox.record(tx, [stateChangeOf(command, row.state, settled.state)])
  }
  events.push(...(await runEnded(deps.effects, tx, { command, end, at: now })))
  // checked inside the transaction: before it, the station would still have counted as busy
  if (row.state === 'sent') events.push(...nextEvents(await findWaiting(tx, [row.station_id])))
  await deps.bus.publish(tx, events)
  if (isLostReset) await concludeReset(deps, tx, { ...row, ...concludedColumns(settled) })
}

/**
 * Returns the end for the effects: a station's answer counts even if it is late and the command's state
 * stays.
 */
function endOf(outcome: CommandOutcome, action: string): CommandEnd {
  if (outcome.kind === 'late') return endOf(outcome.answer, action)
  if (outcome.kind === 'error') return { kind: 'failed' }
  if (outcome.kind === 'unsent') return { kind: 'unsent' }
  if (outcome.kind !== 'result') return { kind: 'unanswered' }
  const state = conclude(action, 'sent', outcome)?.state
  return state === 'accepted' || state === 'rejected'
    ? { kind: state, payload: outcome.payload }
    : { kind: 'unanswered' }
}
