import type { BusEvent } from '../../bus/events.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { activityHints, endEvents, nextEvents } from './announce.ts'
import type { CommandState } from './command.ts'
import type { CommandDeps } from './deps.ts'
import { type CommandEnd, runEnded } from './effects.ts'
import { insertCommandEvents } from './event-store.ts'
import { stateChangeOf } from './state-change.ts'
import { type CommandRow, endUnanswered, factsOf, findWaiting } from './store.ts'

/**
 * Ends commands without an answer, in the transaction in which the caller locked their rows. `isByMethod`: a
 * user runs the method for it, which also triggers its scripts.
 */
export async function endCommands(
  deps: CommandDeps,
  tx: Tx,
  {
    rows,
    ...end
  }: {
    rows: readonly CommandRow[]
    state: Extract<CommandState, 'cancelled' | 'expired' | 'failed' | 'unknown' | 'timeout'>
    reason: Refusal
    isByMethod?: true
  },
): Promise<void> {
  if (rows.length === 0) return
  const wasSent = end.state === 'unknown' || end.state === 'timeout'
  const commandEnd: CommandEnd = { kind: wasSent ? 'unanswered' : 'unsent' }
  const commands = rows.map(factsOf)
  await endUnanswered(
    tx,
    rows.map((row) => row.id),
    end,
  )
  const now = deps.clock.now()
  await insertCommandEvents(tx, commands, now)
  if (!end.isByMethod) {
    const changes = rows.map((row) => stateChangeOf(factsOf(row), row.state, end.state))
    await deps.outbox.record(tx, changes)
  }
  const events: BusEvent[] = [...endEvents(commands), ...activityHints(commands)]
  for (const command of commands)
    events.push(...(await runEnded(deps.effects, tx, { command, end: commandEnd, at: now })))
  if (wasSent)
    events.push(...nextEvents(await findWaiting(tx, [...new Set(rows.map((row) => row.station_id))])))
  await deps.bus.publish(tx, events)
}
