import type { Facts, KnownTransaction } from '../../shared/facts.ts'
import type { OrphanStop, StationKnowledge } from '../../shared/station-connection.ts'
import { endTransaction } from './end-transaction.ts'

const isStopOf =
  (opened: KnownTransaction) =>
  ({ idTagFolded, stoppedAtMs, stop }: OrphanStop) =>
    idTagFolded === opened.idTagFolded &&
    stoppedAtMs >= opened.startedAt.getTime() &&
    stop.meterStop >= opened.meterStartWh

/**
 * Joins a stop that arrived before its start, if exactly one matches, and returns the id of its unmatched
 * message, otherwise null (G31).
 */
export function joinOrphanStop(
  facts: Facts,
  station: StationKnowledge,
  opened: KnownTransaction,
): string | null {
  const [orphan, ...others] = station.orphanStops.filter(isStopOf(opened))
  if (!orphan || others.length > 0) return null
  const { stop: request, receivedAt } = orphan
  endTransaction(facts, station, {
    transaction: opened,
    request,
    arrival: { receivedAt, rawPayload: JSON.stringify(request), deviations: [] },
    flags: ['stop-came-first'],
  })
  facts.add('resolutions', {
    unmatchedMessageId: orphan.unmatchedMessageId,
    resolution: `joined with transaction ${opened.number}`,
  })
  facts.hint(station.accountId, { kind: 'unmatched.changed', station: station.id })
  return orphan.unmatchedMessageId
}
