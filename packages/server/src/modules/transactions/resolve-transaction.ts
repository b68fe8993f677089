import type { Bus } from '../../bus/bus.ts'
import type { BusEvent } from '../../bus/events.ts'
import type { Clock } from '../../shared/clock.ts'
import { refuse } from '../../shared/refusal.ts'
import type { Db, Tx } from '../../storage/transaction.ts'
import type { MethodCall, Outbox } from '../workflow/index.ts'
import { type LockedTransaction, resolveTransaction } from './resolve-store.ts'

export interface TransactionWebDeps {
  db: Db
  bus: Bus
  clock: Clock
  outbox: Outbox
}

export const transactionNotFound = refuse('transaction.not_found')

/** Returns events that a session has ended, for consoles and the process that holds the station's connection. */
export const transactionEnded = ({
  account_id: account,
  station_id: station,
  number,
}: LockedTransaction): BusEvent[] => [
  { kind: 'hint', account, hint: { kind: 'transaction.stopped', station, ids: [String(number)] } },
  { kind: 'hint', account, hint: { kind: 'connector.changed', station } },
  { kind: 'station.stale', station },
]

/**
 * Resolves a session that needs review: its energy is that of the meter. One without a stop ends with its
 * last meter value.
 */
export async function resolveInReview(
  tx: Tx,
  locked: LockedTransaction,
  { params, viewer, now }: Pick<MethodCall, 'params' | 'viewer' | 'now'>,
): Promise<void> {
  const { note } = params
  const trimmedNote = typeof note === 'string' ? note.trim().slice(0, maxNoteLength) : ''
  const meterStopWh = Math.round(locked.meter_stop_wh ?? locked.meter_last_wh ?? locked.meter_start_wh)
  const endedAt = locked.stopped_at ?? locked.readings_at ?? now
  await resolveTransaction(tx, locked, {
    // the clock of the station may have been corrected during the session
    stoppedAt: endedAt < locked.started_at ? locked.started_at : endedAt,
    meterStopWh,
    energyWh: Math.max(0, meterStopWh - locked.meter_start_wh),
    flags: [...locked.flags, 'resolved'],
    note: trimmedNote || `resolved by ${viewer?.username ?? 'a script'}`,
  })
}

const maxNoteLength = 500
