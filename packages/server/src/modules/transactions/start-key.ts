import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { KnownTransaction } from '../../shared/facts.ts'

type Start = V16['StartTransaction']['request']

/** How long after its stop a copy of a start is still taken for the same one. */
export const retryHorizonMs = 86_400_000

/**
 * What two deliveries of one real start have in common; the message id does not, some stations send the copy
 * under a new one.
 */
export function startKey(request: Start): string {
  const { connectorId, idTag, timestamp, meterStart } = request
  return toWireText(`${connectorId}|${timestamp}|${meterStart}|${idTag}`.slice(0, 1_000))
}

/** The circumstances in which a start arrived. */
export interface Arrival {
  receivedAt: Date
  isClockless: boolean
  bootedAt: Date | null
}

/** The key of a start whose plain key belongs to an earlier one: of this boot, or of this day. */
export function laterKey(key: string, { isClockless, bootedAt, receivedAt }: Arrival): string {
  const mark = isClockless ? `boot ${bootedAt?.getTime() ?? 0}` : receivedAt.toISOString().slice(0, 10)
  return `${key}#${mark}`
}

function isSameStart(known: KnownTransaction, arrival: Arrival): boolean {
  if (arrival.isClockless) {
    const isBeforeBoot = arrival.bootedAt !== null && known.receivedStartAt < arrival.bootedAt
    return known.state === 'running' && !isBeforeBoot
  }
  if (known.receivedStopAt === null) return true
  return arrival.receivedAt.getTime() - known.receivedStopAt.getTime() <= retryHorizonMs
}

/**
 * Which stored transaction a start repeats, or the key under which it is new. A clock-less station uses the same
 * times again after each boot, so its copies match only while the transaction runs and no boot came between.
 */
export function matchStart(
  known: readonly KnownTransaction[],
  key: string,
  arrival: Arrival,
): { repeats: KnownTransaction } | { newKey: string; isReused: boolean } {
  const later = laterKey(key, arrival)
  const repeated = known.find(({ startKey }) => startKey === later) ?? null
  // A row under the later key was made in these circumstances: the unique key lets there be no second one.
  if (repeated) return { repeats: repeated }
  const first = known.find((row) => row.startKey === key) ?? null
  if (first === null) return { newKey: key, isReused: false }
  return isSameStart(first, arrival) ? { repeats: first } : { newKey: later, isReused: true }
}
