import { refuse } from '../../shared/refusal.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { endCommands } from './end-commands.ts'
import type { CommandDeps } from './deps.ts'
import type { Payload } from './payload.ts'
import { lockStale, takeNext } from './store.ts'

/** A command that is ready to be sent. */
export interface NextCommand {
  id: string
  action: string
  /** Payload sent to the station. */
  payload: Payload
  /** The payload without secrets, which may be logged. */
  shown: Payload
  timeoutMs: number
}

/**
 * Returns the next command of a station that is connected to this process, marked as sent and committed
 * before this returns: it is sent at most once (INV-6). Null if nothing waits or one is in flight. With the
 * connection's epoch, a process whose connection was displaced gets nothing and ends nothing (G12).
 */
export async function nextCommand(
  deps: CommandDeps,
  stationId: string,
  epoch?: number,
): Promise<NextCommand | null> {
  const station = epoch === undefined ? { id: stationId } : { id: stationId, epoch }
  const isAwaited = deps.workflowIndex.hasScript('command', 'send')
  const take = () => {
    const { process, answerMs, clock } = deps
    return takeNext(deps.db, station, { process, now: clock.now(), answerMs, isAwaited })
  }
  const taken = (await take()) ?? ((await freeStation(deps, station)) ? await take() : null)
  if (!taken) return null
  if (isAwaited) deps.workflowIndex.queued()
  const { row, payload } = taken
  const shown = row.request as Payload // written by sendCommand
  return { id: row.id, action: row.action, payload, shown, timeoutMs: row.answer_ms ?? deps.answerMs }
}

/** Ends commands that an earlier process sent to this station and whose answer it can no longer receive. */
const freeStation = (deps: CommandDeps, station: { id: string; epoch?: number }): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const stale = await lockStale(tx, now, { station, process: deps.process })
    await endCommands(deps, tx, stale, {
      state: 'unknown',
      reason: refuse('command.interrupted'),
    })
    return stale.length > 0
  })
