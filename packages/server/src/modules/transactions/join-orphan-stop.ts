import type { Facts } from '../../shared/facts.ts'
import type { OrphanStop, RunningTransaction, StationKnowledge } from '../../shared/station-connection.ts'
import { endTransaction } from './end-transaction.ts'

const isStopOf =
  (running: RunningTransaction) =>
  ({ idTagFolded, stoppedAtMs, stop }: OrphanStop) =>
    idTagFolded === running.idTagFolded &&
    stoppedAtMs >= running.startedAtMs &&
    stop.meterStop >= running.meterStartWh

/** Joins a stop that arrived before its start, if exactly one matches (G31). */
export function joinOrphanStop(facts: Facts, station: StationKnowledge, opened: RunningTransaction): void {
  const [orphan, ...others] = station.orphanStops.filter(isStopOf(opened))
  if (!orphan || others.length > 0) return
  const { number, evseNo, meterStartWh, startedAtMs, flags } = opened
  const startedAt = new Date(startedAtMs)
  const transaction = { number, evseNo, meterStartWh, startedAt, flags, state: 'running' as const }
  const { stop: request, receivedAt } = orphan
  endTransaction(facts, station, transaction, {
    request,
    arrival: { receivedAt, rawPayload: JSON.stringify(request), deviations: [] },
    flags: ['stop-came-first'],
  })
  facts.add('resolutions', {
    unmatchedMessageId: orphan.unmatchedMessageId,
    resolution: `joined with transaction ${number}`,
  })
  facts.hint(station.accountId, { kind: 'unmatched.changed', station: station.id })
  opened.joinedStop = orphan.unmatchedMessageId
}
