import type { BodyOf, TariffDefinition, tariffPrice } from '@stationmaster/contract'

const minute = 60_000

export interface SampleSession {
  name: 'noon' | 'evening' | 'plugged'
  /** Minutes since midnight on a Tuesday. */
  start: number
  chargingMinutes: number
  wh: number
  idleMinutes: number
}

/** Sessions whose prices show what a tariff means. */
export const sampleSessions: readonly SampleSession[] = [
  { name: 'noon', start: 12 * 60 + 10, chargingMinutes: 28, wh: 31_400, idleMinutes: 0 },
  { name: 'evening', start: 20 * 60 + 40, chargingMinutes: 45, wh: 24_000, idleMinutes: 0 },
  { name: 'plugged', start: 17 * 60 + 30, chargingMinutes: 42, wh: 38_000, idleMinutes: 82 },
]

/** Returns the start of a sample on the next Tuesday in the time zone of the browser. */
export function startOf({ start }: SampleSession, now: Date): Date {
  const days = (9 - now.getDay()) % 7 || 7
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 0, start)
}

/** Returns the request for the price of a sample with a tariff. */
export function priceRequest(
  sample: SampleSession,
  tariff: TariffDefinition,
  { start, zone }: { start: Date; zone: string },
): BodyOf<typeof tariffPrice> {
  const startedAt = start.getTime()
  const charged = startedAt + sample.chargingMinutes * minute
  const stoppedAt = charged + sample.idleMinutes * minute
  return {
    zone,
    tariff,
    session: {
      startedAt,
      stoppedAt,
      releasedAt: stoppedAt,
      meterStartWh: 0,
      meterStopWh: sample.wh,
      samples: [
        [startedAt, 0],
        [charged, sample.wh],
        [stoppedAt, sample.wh],
      ],
      states: [
        [startedAt, 'Charging'],
        [charged, sample.idleMinutes > 0 ? 'SuspendedEV' : 'Available'],
      ],
    },
  }
}
