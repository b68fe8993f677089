import { toWireText } from '@stationmaster/ocpp'
import type { V16 } from '@stationmaster/ocpp/v16'
import type { KnownTransaction } from '../../shared/facts.ts'

type Start = V16['StartTransaction']['request']

/** Milliseconds after its stop for which a copy of a start still counts as the same start. */
export const retryHorizonMs = 86_400_000

/**
 * Returns the common fields of two deliveries of one real start; the message id is not one of them, because
 * some stations send the copy under a new one.
 */
export function startKey(request: Start): string {
  const { connectorId, idTag, timestamp, meterStart } = request
  return toWireText(`${connectorId}|${timestamp}|${meterStart}|${idTag}`.slice(0, 1_000))
}

/** Circumstances in which a start arrived. */
export interface Arrival {
  receivedAt: Date
  isClockless: boolean
  bootedAt: Date | null
}

/** Returns the key of a start whose plain key is used by an earlier one: of this boot, or of this day. */
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
 * Returns the stored transaction that a start repeats, or the key under which it is new. A station without a
 * clock uses the same times again after each boot, so its copies match only while the transaction runs and no
 * boot came between.
 */
export function matchStart(
  known: readonly KnownTransaction[],
  key: string,
  arrival: Arrival,
): { repeats: KnownTransaction } | { newKey: string; isReused: boolean } {
  const later = laterKey(key, arrival)
  const repeated = known.find(({ startKey }) => startKey === later) ?? null
  // A row with the later key was created in the same circumstances: the unique key prevents a second one.
  if (repeated) return { repeats: repeated }
  const first = known.find((row) => row.startKey === key) ?? null
  if (first === null) return { newKey: key, isReused: false }
  return isSameStart(first, arrival) ? { repeats: first } : { newKey: later, isReused: true }
}
