// Random tariffs and sessions, the same for a seed.
import type {
  PriceComponent,
  PricedStatus,
  TariffDefinition,
  TariffRestrictions,
} from '@stationmaster/contract'
import { offsetsOf, type PricedSession, type PriceInput } from '../../index.ts'
import { element } from './case.ts'

/** Source of random numbers (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a whole number from 0 to below a limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!
  }

  isOnceIn(times: number): boolean {
    return this.below(times) === 0
  }
}

const prices = ['0.10', '0.25', '0.3333', '0.49', '1.234567', '0', '2']
const clocks = ['00:00', '02:00', '02:30', '06:00', '10:15', '17:00', '22:00']
const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC']
const statuses: PricedStatus[] = [
  'Charging',
  'SuspendedEV',
  'SuspendedEVSE',
  'Finishing',
  'Faulted',
  'Preparing',
]

function randomRestrictions(random: Random, isFee: boolean): TariffRestrictions {
  const restrictions: TariffRestrictions = {}
  if (random.isOnceIn(2)) restrictions.start_time = random.pick(clocks)
  if (random.isOnceIn(2)) restrictions.end_time = random.pick(clocks)
  if (restrictions.start_time === restrictions.end_time) delete restrictions.end_time
  if (random.isOnceIn(4)) restrictions.day_of_week = [random.pick(['MONDAY', 'SUNDAY', 'SATURDAY'] as const)]
  if (random.isOnceIn(6)) restrictions.start_date = random.pick(['2026-03-29', '2026-10-25'])
  if (isFee) return restrictions
  Object.assign(
    restrictions,
    random.pick([{}, {}, { min_kwh: '1' }, { min_kwh: 4 }, { max_kwh: '1.001' }, { max_kwh: 2 }]),
    random.pick([{}, {}, { min_duration: 600 }, { min_duration: 3_600 }, { max_duration: 900 }]),
    random.pick([{}, {}, {}, { max_power: '7.5' }, { max_power: 3 }, { min_power: '4' }, { min_power: 11 }]),
  )
  return restrictions
}

function randomTariff(random: Random): TariffDefinition {
  const elements = Array.from({ length: 1 + random.below(4) }, () => {
    const type = random.pick(['ENERGY', 'ENERGY', 'TIME', 'PARKING_TIME', 'PARKING_TIME', 'FLAT'] as const)
    const component: PriceComponent = { type, price: random.pick(prices) }
    if (random.isOnceIn(3)) component.step_size = random.pick([60, 500, 900])
    return element(component, random.isOnceIn(3) ? undefined : randomRestrictions(random, type === 'FLAT'))
  })
  return {
    currency: random.pick(['EUR', 'JPY', 'KWD']),
    tax_included: random.pick(['YES', 'NO'] as const),
    vat: random.pick([0, 1_900]),
    elements,
    ...(random.isOnceIn(4) ? { max_price: random.pick(['2', '5']) } : {}),
    ...(random.isOnceIn(4) ? { min_price: '1' } : {}),
    ...(random.isOnceIn(6) ? { free_below_wh: 500 } : {}),
    ...(random.isOnceIn(2)
      ? {
          idle: {
            grace_seconds: random.pick([0, 300, 1_800]),
            until: random.pick(['stop', 'release'] as const),
            from_meter: random.isOnceIn(2),
            ...(random.isOnceIn(2) ? { max: '0.1' } : {}),
          },
        }
      : {}),
  }
}

const secondMs = 1_000
/** Instants near changes of the clock, and another one. */
const starts = [
  '2026-03-28T22:00:00Z',
  '2026-10-24T20:00:00Z',
  '2026-01-05T07:00:00Z',
  '2026-11-01T02:00:00Z',
]

/** Returns a session of up to three hours whose readings have no contradictions. */
export function randomInput(random: Random): PriceInput {
  const startedAt = Date.parse(random.pick(starts)) + random.below(4 * 3_600) * secondMs
  const seconds = 1 + random.below(random.isOnceIn(5) ? 3 * 3_600 : 2_700)
  const stoppedAt = startedAt + seconds * secondMs
  const meterStartWh = random.pick([0, 0, 12_345])
  const samples: [number, number][] = []
  let wh = meterStartWh
  let ms = startedAt
  for (let left = random.below(9); left > 0; left--) {
    ms += (1 + random.below(Math.max(1, seconds >> 2))) * secondMs
    if (ms >= stoppedAt) break
    if (!random.isOnceIn(4)) wh += random.below(1_500)
    samples.push([ms, wh])
  }
  const states: [number, PricedStatus][] = []
  const releasedAt = stoppedAt + random.below(3_600) * secondMs
  for (let left = random.below(6); left > 0; left--)
    states.push([
      startedAt + random.below((releasedAt - startedAt) / secondMs) * secondMs,
      random.pick(statuses),
    ])
  const session: PricedSession = {
    startedAt,
    stoppedAt,
    releasedAt: random.isOnceIn(2) ? releasedAt : undefined,
    meterStartWh,
    meterStopWh: wh + (random.isOnceIn(3) ? 0 : random.below(3_000)),
    samples,
    // one state at an instant
    states: [...new Map(states)].map(([at, status]) => [at, status]),
    timesTrusted: true,
    held: false,
  }
  const offsets = offsetsOf(random.pick(zones), startedAt, releasedAt)
  return { tariff: randomTariff(random), offsets, session }
}
