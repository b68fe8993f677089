import type { ChargedService, PricedStatus, PriceFlag, TariffDefinition } from '@stationmaster/contract'

/** Minutes by which the clock of a station is ahead of UTC, from an instant on. */
export type ZoneOffset = readonly [fromMs: number, minutes: number]

/** A charging session. Instants are milliseconds since 1970; energy is in Wh. */
export interface PricedSession {
  startedAt: number
  /** Null while it runs. */
  stoppedAt: number | null
  /** When the connector became available after the stop. */
  releasedAt?: number | undefined
  meterStartWh: number
  meterStopWh: number | null
  samples: readonly (readonly [ms: number, wh: number])[]
  states: readonly (readonly [ms: number, status: PricedStatus])[]
  /** Maximum power of the connector. */
  maxPowerW?: number | undefined
  /** False if the clock of the station must not decide about prices. */
  timesTrusted: boolean
  /** True if the session needs review: nothing is charged. */
  held: boolean
}

export interface PricedReservation {
  from: number
  to: number
  end: 'used' | 'expired' | 'cancelled'
}

/** Everything that decides about the price of a session; the same input always has the same price. */
export interface PriceInput {
  tariff: TariffDefinition
  /** Of the station's time zone, in order; `offsetsOf` returns them. The first one also applies before it. */
  offsets: readonly ZoneOffset[]
  session: PricedSession | null
  reservation?: PricedReservation | undefined
  /** Current time, for the cost of a running session. */
  now?: number | undefined
}

/** Part of a charge with one price. */
export interface ChargePart {
  /** Instants. Null in a part that `step_size` or the minimum price adds, and if the times of the session do not count. */
  from: number | null
  to: number | null
  /** Wh, seconds or 1. */
  quantity: number
  /** Index of the element of the tariff; null if none has the price. */
  element: number | null
  /** Exact amount in units of the currency: a decimal number, or a fraction such as `1/3`. */
  exact: string
  /** `price`: by an element. `step`: added by `step_size`. `grace`: free idle time. `minimum`: up to the minimum price. */
  reason: 'price' | 'step' | 'grace' | 'minimum'
}

/** Amount of one service of a session. Its sum is rounded once. */
export interface Charge {
  service: ChargedService
  /** Charged Wh, seconds or number. */
  quantity: number
  amountMinor: number
  /** Before the maxima of the tariff. */
  beforeLimitMinor: number
  /** Tax rate in basis points. */
  taxBp: number
  parts: ChargePart[]
}

export interface PriceResult {
  /** In the order energy, time, idle, session, reservation; services without a price are missing. */
  charges: Charge[]
  /** Sum of the charges: with tax if the prices of the tariff include it. */
  totalMinor: number
  /** Sorted. */
  flags: PriceFlag[]
  /** True if a user must review the session; its charges are then empty. */
  hold: boolean
}
