import { refuse } from '../../shared/refusal.ts'
import type { NextCommand } from '../../shared/station-command.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { endCommands } from './end-commands.ts'
import type { CommandDeps } from './deps.ts'
import { lockStale, takeNext } from './store.ts'

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
  let next = await take(deps, station)
  if (next === 'busy') {
    await freeStation(deps, station)
    next = await take(deps, station)
  }
  if (next === null || next === 'busy') return null
  const { row, payload } = next
  return {
    id: row.id,
    action: row.action,
    payload,
    shown: row.request,
    timeoutMs: row.answer_ms ?? deps.answerMs,
  }
}

interface Connected {
  id: string
  epoch?: number
}

/** Marks the next command as sent, in one statement; null if nothing waits. */
async function take({ db, process, answerMs, clock, outbox }: CommandDeps, station: Connected) {
  const hasScript = outbox.includes({ classCode: 'command', action: 'send' })
  try {
    return await takeNext(db, station, { process, now: clock.now(), answerMs, hasScript })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return 'busy' // commands_in_flight
    throw error
  }
}

/**
 * Ends commands that an earlier process sent to this station and whose answer it can no longer receive; waits for
 * a transaction that concludes one at this time.
 */
const freeStation = (deps: CommandDeps, station: Connected): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const stale = await lockStale(tx, now, { station, process: deps.process })
    await endCommands(deps, tx, {
      rows: stale,
      state: 'unknown',
      reason: refuse('command.interrupted'),
    })
  })
