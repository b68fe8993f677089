import type { Facts, Found } from '../../shared/facts.ts'
import type { StationSession } from '../../shared/station-session.ts'
import type { Sample } from './samples.ts'

/** Adds samples to the facts. Their content is their key, so a message told twice adds nothing. */
export function storeSamples(
  facts: Facts,
  found: Found,
  { station }: StationSession,
  samples: readonly Sample[],
  where: { connectorNo: number; transactionNumber: number | null },
): void {
  for (const { at, kind, value, raw } of samples)
    facts.add('samples', {
      stationId: station.id,
      connectorNo: where.connectorNo,
      sampledAt: at.toISOString(),
      kindId: found.kindId(kind),
      value: Number.isNaN(value) ? 'NaN' : value,
      transactionNumber: where.transactionNumber,
      raw,
    })
}
