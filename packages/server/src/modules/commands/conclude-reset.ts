import type { CommandNote } from '@stationmaster/contract'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { activityHints, endEvents } from './announce.ts'
import type { CommandDeps } from './deps.ts'
import { insertCommandEvents } from './event-store.ts'
import { stateChangeOf } from './state-change.ts'
import {
  type CommandRow,
  factsOf,
  findResetEvidence,
  lockResets,
  noteColumns,
  storeConclusion,
} from './store.ts'

/**
 * Concludes a Reset from what the station did afterwards (INV-6). A boot within ten minutes shows that it
 * restarted; a StopTransaction with the reason HardReset or SoftReset shows that it obeyed. Many stations
 * restart before they answer, so an unanswered Reset (`unknown`, `timeout`) becomes `accepted`. An answer of
 * the station is never replaced. The caller has locked the row.
 */
export async function concludeReset(deps: CommandDeps, tx: Tx, row: CommandRow): Promise<void> {
  const isUnanswered = row.state === 'unknown' || row.state === 'timeout'
  if (!isUnanswered && row.state !== 'accepted') return
  const { bootedAt, hasStopped } = await findResetEvidence(tx, row)
  const isConcluded = isUnanswered && (bootedAt !== null || hasStopped)
  if (bootedAt === null && !isConcluded) return
  const note: CommandNote = bootedAt === null ? 'command.session_ended' : 'command.restarted'
  const wasConcluded = row.note_code === 'command.session_ended'
  await storeConclusion(tx, row.id, {
    state: 'accepted',
    ...((isConcluded || wasConcluded) && noteColumns(note)),
    restarted_at: bootedAt,
  })
  if (isConcluded) {
    const command = factsOf(row)
    await insertCommandEvents(tx, [command], deps.clock.now())
    await deps.bus.publish(tx, activityHints([command]))
    await deps.outbox.record(tx, [stateChangeOf(command, row.state, 'accepted')])
  }
  await deps.bus.publish(tx, endEvents([factsOf(row)]))
}

/** Concludes the Resets of one station, or of all, for which evidence is stored. */
export async function concludeResets(deps: CommandDeps, stationId?: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    for (const row of await lockResets(tx, deps.clock.now(), stationId)) await concludeReset(deps, tx, row)
  })
}
