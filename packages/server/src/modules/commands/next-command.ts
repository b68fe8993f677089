import { refuse } from '../../shared/refusal.ts'
import { queryable } from '../../storage/queryable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { endCommands } from './end-commands.ts'
import type { CommandDeps } from './deps.ts'
import type { Payload } from './payload.ts'
import { stateChangeOf } from './state-change.ts'
import { factsOf, lockStale, takeNext } from './store.ts'

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
  const taken =
    (await take(deps, station)) ?? ((await freeStation(deps, station)) ? await take(deps, station) : null)
  if (!taken) return null
  const { row, payload } = taken
  const shown = row.request as Payload // written by sendCommand
  return { id: row.id, action: row.action, payload, shown, timeoutMs: row.answer_ms ?? deps.answerMs }
}

interface Connected {
  id: string
  epoch?: number
}

/** Marks the next command as sent; null if nothing waits, or if another one is in flight. */
async function take(deps: CommandDeps, station: Connected) {
  const { process, answerMs, clock } = deps
  const now = clock.now()
  try {
    return await inTransaction(deps.db, async (tx) => {
      const taken = await takeNext(tx, station, { process, now, answerMs })
      if (taken)
        await deps.outbox.record(queryable(tx), now, [stateChangeOf(factsOf(taken.row), 'queued', 'sent')])
      return taken
    })
  } catch (error) {
    if ((error as { code?: string }).code === '23505') return null // commands_in_flight
    throw error
  }
}

/** Ends commands that an earlier process sent to this station and whose answer it can no longer receive. */
const freeStation = (deps: CommandDeps, station: Connected): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const now = deps.clock.now()
    const stale = await lockStale(tx, now, { station, process: deps.process })
    await endCommands(deps, tx, stale, {
      state: 'unknown',
      reason: refuse('command.interrupted'),
    })
    return stale.length > 0
  })
