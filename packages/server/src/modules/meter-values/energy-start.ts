import type { Facts, KnownTransaction } from '../../shared/facts.ts'
import type { Sample } from './samples.ts'

/** Returns the time of the first register above that of the start; null if none is earlier than the known one. */
export function energyStartOf(
  { startedAt, meterStartWh, energyStartedAt }: KnownTransaction,
  samples: readonly Sample[],
): Date | null {
  let first = energyStartedAt
  for (const { at: sampledAt, kind, value } of samples) {
    const isRegister =
      kind.measurand === 'Energy.Active.Import.Register' &&
      kind.unit === 'Wh' &&
      kind.phase === null &&
      kind.location !== 'Inlet'
    // false for a value that is not a number
    const isAbove = value > meterStartWh
    if (!isRegister || !isAbove) continue
    const at = sampledAt < startedAt ? startedAt : sampledAt
    if (first === null || at < first) first = at
  }
  return first === energyStartedAt ? null : first
}

/** Adds the beginning of the energy of a transaction to the facts, if the samples show an earlier one. */
export function noteEnergyStart(facts: Facts, of: KnownTransaction, samples: readonly Sample[]): void {
  const at = energyStartOf(of, samples)
  if (at) facts.add('energyStarts', { transactionId: of.id, at })
}
