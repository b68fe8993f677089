import { costPartsOf, type RunningCost } from '../charges/index.ts'
import { endAtLimit } from '../driver/index.ts'
import type { GuestChargeRow } from './charge-store.ts'

/** Returns about when a running session has cost what its guest has reserved; null if the values do not support an estimate. */
export function endOfReserved(
  { session, authorisedMinor }: GuestChargeRow,
  { soFar, now }: { soFar: RunningCost | undefined; now: Date },
): string | null {
  if (session?.state !== 'running' || soFar === undefined) return null
  const { energyWh, powerW, startedAt, readingsAt } = session
  const secondsSince = (instant: string) => (now.getTime() - Date.parse(instant)) / 1_000
  const progress = {
    limitKind: 'cost' as const,
    limitValue: authorisedMinor,
    seconds: secondsSince(startedAt),
    energyWh,
    powerW,
    firstSoc: null,
    soc: null,
    socSeconds: null,
    readingAge: readingsAt === null ? null : secondsSince(readingsAt),
    cost: costPartsOf(soFar.rated),
  }
  return endAtLimit(progress, now)?.toISOString() ?? null
}
