import { maxOrphanStops } from '../../shared/orphan-limits.ts'
import type { OrphanStop, StationKnowledge } from '../../shared/station-connection.ts'
import { isSameStop } from './end-transaction.ts'

/** Adds a stop to the newest ones; a copy replaces the first. */
export function addOrphanStop(station: StationKnowledge, orphan: OrphanStop): void {
  const others = station.orphanStops.filter(
    ({ stop }) => stop.transactionId !== orphan.stop.transactionId || !isSameStop(stop, orphan.stop),
  )
  station.orphanStops = [...others, orphan].slice(-maxOrphanStops)
}
