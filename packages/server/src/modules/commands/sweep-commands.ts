import { refuse } from '../../shared/refusal.ts'
import { startTimeoutMs } from '../../shared/remote-start.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { commandHints } from './announce.ts'
import type { CommandDeps } from './deps.ts'
import { endCommands } from './end-commands.ts'
import { concludeResets } from './conclude-reset.ts'
import {
  type CommandRow,
  factsOf,
  lockExpired,
  lockNotStarted,
  lockSentBy,
  lockStale,
  lockWaitingFor,
  noteNotStarted,
} from './store.ts'

/**
 * Ends waiting commands whose time has passed and sent ones that no process waits for, and marks remote
 * starts without a transaction and Resets followed by a boot. Runs every minute and at each start of a
 * server.
 */
export async function sweepCommands(deps: CommandDeps): Promise<void> {
  await inBatches(deps, lockExpired, {
    state: 'expired',
    reason: refuse('command.expired'),
  })
  await inBatches(deps, lockStale, {
    state: 'unknown',
    reason: refuse('command.interrupted'),
  })
  await noteStarts(deps)
  await concludeResets(deps)
}

/**
 * Ends the commands of processes that have ended: those that were sent are unknown, and those that wait for a station
 * that was connected there fail as for any station that is offline.
 */
export async function endOfProcesses(deps: CommandDeps, processes: readonly string[]): Promise<void> {
  await inBatches(deps, (tx) => lockSentBy(tx, processes), {
    state: 'unknown',
    reason: refuse('command.interrupted'),
  })
  await inBatches(deps, (tx) => lockWaitingFor(tx, processes), {
    state: 'failed',
    reason: refuse('station.offline'),
  })
}

async function inBatches(
  deps: CommandDeps,
  lock: (tx: Tx, now: Date) => Promise<CommandRow[]>,
  end: Omit<Parameters<typeof endCommands>[2], 'rows'>,
): Promise<void> {
  let ended = 1
  while (ended > 0)
    ended = await inTransaction(deps.db, async (tx) => {
      const rows = await lock(tx, deps.clock.now())
      await endCommands(deps, tx, { rows, ...end })
      return rows.length
    })
}

/** Q37: marks remote starts that the station accepted without starting a transaction. */
const noteStarts = (deps: CommandDeps): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const before = new Date(deps.clock.now().getTime() - startTimeoutMs)
    const idle = await lockNotStarted(tx, before)
    if (idle.length === 0) return
    await noteNotStarted(
      tx,
      idle.map((row) => row.id),
    )
    await deps.bus.publish(tx, commandHints(idle.map(factsOf)))
  })
