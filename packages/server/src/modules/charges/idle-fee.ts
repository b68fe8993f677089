import { type AnswerOf, type idleEnds, perMinute, type sessionCost } from '@stationmaster/contract'
import { engineOf } from './engines.ts'
import type { StoredInput } from './frozen-input.ts'

/** Fee for the time for which a vehicle occupies a connector without charging. */
export interface IdleFee {
  /** Start of the time that is not free. */
  from: Date
  /** Decimal text in the currency of the tariff. */
  perMinute: string
  /** Maximum of a session; null: none. */
  max: string | null
  /** End of the fee. */
  until: (typeof idleEnds)[number]
}

const hourMs = 3_600_000
/** Longest time ahead; the offsets of the time zone are known as long. */
const maxAheadMs = 23 * hourMs

/**
 * Returns the idle fee of a session whose price is not final if the vehicle does not charge now: that of the price
 * which it would have if nothing changed until the free time has passed. Null if no fee follows.
 */
export function idleFeeOf(engine: number, { tariff, ...input }: StoredInput): IdleFee | null {
  const { session, now } = input
  if (!tariff || !session || session.held || now === undefined) return null
  const ahead = Math.min((tariff.idle?.grace_seconds ?? 0) * 1_000 + hourMs, maxAheadMs)
  const { charges } = engineOf(engine)({ ...input, tariff, now: now + ahead })
  const part = charges
    .find(({ service }) => service === 'idle')
    ?.parts.find(
      ({ to, element, reason }) => to !== null && to > now && element !== null && reason === 'price',
    )
  const price = tariff.elements[part?.element ?? -1]?.price_components.find(
    ({ type }) => type === 'PARKING_TIME',
  )?.price
  if (part?.from == null || price === undefined || Number(price) === 0) return null
  return {
    from: new Date(part.from),
    perMinute: perMinute(price),
    max: tariff.idle?.max ?? null,
    until: tariff.idle?.until ?? 'stop',
  }
}

/** Returns an idle fee as the API shows it. */
export const shownIdleFee = (fee: IdleFee | null): AnswerOf<typeof sessionCost>['idlefee'] =>
  fee && { from: fee.from.toISOString(), perminute: fee.perMinute, max: fee.max, until: fee.until }
