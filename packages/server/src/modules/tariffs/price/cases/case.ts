// Builders for the cases of the pricing function. Times without a date are on Monday, 5 January 2026, in Berlin.
import type {
  ChargedService,
  PriceComponent,
  PriceFlag,
  PricedStatus,
  TariffDefinition,
  TariffElement,
  TariffRestrictions,
} from '@stationmaster/contract'
import {
  type Charge,
  offsetsOf,
  type PricedReservation,
  type PricedSession,
  type PriceInput,
  type Taxes,
  type ZoneOffset,
} from '../../index.ts'

export interface PriceCase {
  name: string
  /** By IANA name. */
  zone?: string
  /** Instead of those of the zone. */
  offsets?: ZoneOffset[]
  tariff: TariffDefinition
  session?: PricedSession
  reservation?: PricedReservation
  now?: number
  /** Amounts in minor units, of the services that cost something. */
  costs: Partial<Record<ChargedService, number>>
  flags?: PriceFlag[]
  hold?: boolean
  /** Wh, seconds or number. */
  quantities?: Partial<Record<ChargedService, number>>
  taxes?: Taxes
  /** All charges with their parts. */
  charges?: Charge[]
}

/** Returns an instant: `10:00` or `2026-01-05 10:00` in winter in Berlin, or ISO 8601 with an offset. */
export function at(time: string): number {
  if (time.includes('T')) return Date.parse(time)
  const [date, clock] = time.includes(' ') ? time.split(' ') : ['2026-01-05', time]
  return Date.parse(`${date}T${clock}+01:00`)
}

export const inputOf = ({
  zone = 'Europe/Berlin',
  tariff,
  session,
  reservation,
  now,
  ...given
}: PriceCase): PriceInput => {
  const times = [
    session?.startedAt,
    session?.stoppedAt,
    session?.releasedAt,
    reservation?.from,
    reservation?.to,
    now,
  ]
  const known = times.filter((time) => time !== null && time !== undefined)
  const offsets = given.offsets ?? offsetsOf(zone, Math.min(...known), Math.max(...known))
  return { tariff, offsets, session: session ?? null, reservation, now }
}

type Component = Omit<PriceComponent, 'type'>
const componentOf =
  (type: PriceComponent['type']) =>
  (price: string, more: Partial<Component> = {}): PriceComponent => ({ type, price, ...more })
export const energy = componentOf('ENERGY')
export const time = componentOf('TIME')
export const parking = componentOf('PARKING_TIME')
export const flat = componentOf('FLAT')

/** Returns an element with one component or several. */
export const element = (
  components: PriceComponent | PriceComponent[],
  restrictions?: TariffRestrictions,
): TariffElement => ({
  price_components: [components].flat(),
  ...(restrictions ? { restrictions } : {}),
})

/** Returns a tariff in EUR whose prices include 19 % tax. */
export const tariff = (
  elements: (TariffElement | PriceComponent)[],
  more: Partial<TariffDefinition> = {},
): TariffDefinition => ({
  currency: 'EUR',
  tax_included: 'YES',
  vat: 1900,
  elements: elements.map((one) => ('type' in one ? element(one) : one)),
  ...more,
})

interface SessionTimes {
  from: string
  to: string | null
  /** Energy, above a meter that shows `meter` at the start. */
  wh: number | null
  meter?: number
  released?: string
  samples?: [time: string, wh: number][]
  states?: [time: string, status: PricedStatus][]
}

/** Returns a session; readings of `samples` are those of the meter. */
export const session = (
  { from, to, wh, meter = 0, released, samples = [], states = [] }: SessionTimes,
  more: Partial<PricedSession> = {},
): PricedSession => ({
  startedAt: at(from),
  stoppedAt: to === null ? null : at(to),
  ...(released === undefined ? {} : { releasedAt: at(released) }),
  meterStartWh: meter,
  meterStopWh: wh === null ? null : meter + wh,
  samples: samples.map(([ms, reading]) => [at(ms), reading]),
  states: states.map(([ms, status]) => [at(ms), status]),
  timesTrusted: true,
  held: false,
  ...more,
})

/** Returns a session of an hour without samples and states. */
export const hour = (wh: number, more: Partial<PricedSession> = {}): PricedSession =>
  session({ from: '10:00', to: '11:00', wh }, more)

export const reservation = (
  from: string,
  to: string,
  end: PricedReservation['end'] = 'used',
): PricedReservation => ({ from: at(from), to: at(to), end })
