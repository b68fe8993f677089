import type { TariffDefinition } from '@stationmaster/contract'
import type { PricedReservation, PricedSession, PriceInput, ZoneOffset } from '../tariffs/index.ts'

type ConnectorStatus = PricedSession['states'][number][1]

/** A meter reading as it is stored: time in ms, Wh, and the phase; null or none is the total. */
export type StoredReading = readonly [ms: number, wh: number, phase?: string | null]

/** A charging session with everything that its price depends on, except its tariff. Instants are ms since 1970. */
export interface RatedSession {
  id: string
  number: number
  accountId: string
  stationId: string
  /** Name of the station. */
  label: string
  clientId: string | null
  /** True if station, card or client belong to the demo, which can be removed. */
  isDemo: boolean
  /** True if a balance is held for it. */
  hasHold: boolean
  state: 'running' | 'finished' | 'needs_review'
  startedAt: number
  stoppedAt: number | null
  meterStartWh: number
  meterStopWh: number | null
  flags: readonly string[]
  maxPowerW: number | null
  /** False if the station's clock must not decide about prices. */
  areTimesTrusted: boolean
  timeZone: string | null
  readings: readonly StoredReading[]
  /** States that the connector reported until the vehicle left. */
  states: readonly (readonly [ms: number, state: string])[]
  reservation: PricedReservation | null
}

const statuses: Readonly<Record<string, ConnectorStatus>> = {
  available: 'Available',
  preparing: 'Preparing',
  charging: 'Charging',
  suspendedevse: 'SuspendedEVSE',
  suspendedev: 'SuspendedEV',
  finishing: 'Finishing',
  reserved: 'Reserved',
  unavailable: 'Unavailable',
  faulted: 'Faulted',
}

/** Flags of a session whose times are not those of a clock: its start or its stop has the time of receipt. */
const clockFlags = new Set(['clockless', 'time-unreadable', 'clock-ahead', 'stopped-before-start'])

const hasUsableTimes = ({ areTimesTrusted, flags }: RatedSession): boolean =>
  areTimesTrusted && !flags.some((flag) => clockFlags.has(flag))

const parts = new Set(['L1', 'L2', 'L3', 'L1-N', 'L2-N', 'L3-N'])

/** Returns true if there is one total per instant, in order: the usual case, which needs no sorting. */
const areTotalsInOrder = (readings: readonly StoredReading[]): boolean =>
  readings.every(
    ([ms, wh, phase = null], index) =>
      phase === null && Number.isFinite(wh) && (index === 0 || ms > readings[index - 1]![0]),
  )

/** Returns true if readings have whole Wh and no phase, so that they need no copies. */
const areRegister = (
  readings: readonly StoredReading[],
): readings is readonly (readonly [ms: number, wh: number])[] =>
  readings.every((reading) => reading.length === 2 && Number.isInteger(reading[1]))

/**
 * Returns the meter readings in the order of time, in whole Wh, cut: those of the total if an instant has any,
 * otherwise the sum of its phases. Different totals of one instant stay: the price decides about them.
 */
export function registerOf(
  readings: readonly StoredReading[],
): readonly (readonly [ms: number, wh: number])[] {
  if (areTotalsInOrder(readings))
    return areRegister(readings) ? readings : readings.map(([ms, wh]) => [ms, Math.floor(wh)])
  const instants = new Map<number, { totals: Set<number>; phases: Map<string, number> }>()
  for (const [ms, wh, phase = null] of readings) {
    if (!Number.isFinite(wh) || (phase !== null && !parts.has(phase))) continue
    let instant = instants.get(ms)
    if (!instant) instants.set(ms, (instant = { totals: new Set(), phases: new Map() }))
    if (phase === null) instant.totals.add(Math.floor(wh))
    else instant.phases.set(phase, Math.min(wh, instant.phases.get(phase) ?? Infinity))
  }
  return [...instants]
    .sort(([a], [b]) => a - b)
    .flatMap(([ms, { totals, phases }]) =>
      totals.size > 0
        ? [...totals].sort((a, b) => a - b).map((wh): [number, number] => [ms, wh])
        : [[ms, Math.floor([...phases.values()].reduce((sum, wh) => sum + wh, 0))] as [number, number]],
    )
}

/** Returns the time at which the connector was free again after the stop; null if it was not reported. */
export function releasedAt({ stoppedAt, states }: Pick<RatedSession, 'stoppedAt' | 'states'>): number | null {
  if (stoppedAt === null) return null
  const free = states
    .filter(([ms, state]) => ms >= stoppedAt && (state === 'available' || state === 'reserved'))
    .map(([ms]) => ms)
  return free.length === 0 ? null : Math.min(...free)
}

export interface InputParts {
  tariff: TariffDefinition
  offsets: readonly ZoneOffset[]
  /** Current time in ms, for a session whose price is not final. */
  now?: number
}

/** Returns what the price of a session is computed from. */
export function priceInputOf(session: RatedSession, { tariff, offsets, now }: InputParts): PriceInput {
  const { startedAt, stoppedAt, meterStartWh, maxPowerW, state, reservation } = session
  const released = releasedAt(session)
  const isRunning = state === 'running'
  return {
    tariff,
    offsets,
    session: {
      startedAt,
      stoppedAt: isRunning ? null : stoppedAt,
      ...(released !== null && { releasedAt: released }),
      meterStartWh,
      meterStopWh: isRunning ? null : session.meterStopWh,
      samples: registerOf(session.readings),
      states: session.states
        .flatMap(([ms, name]): [number, ConnectorStatus][] => (statuses[name] ? [[ms, statuses[name]]] : []))
        .sort(([a], [b]) => a - b),
      ...(maxPowerW !== null && { maxPowerW }),
      timesTrusted: hasUsableTimes(session),
      held: state === 'needs_review',
    },
    ...(reservation && { reservation }),
    ...(now !== undefined && { now }),
  }
}
