import {
  type TariffDefinition,
  type TariffDimension,
  tariffDays,
  type TariffRestrictions,
} from '@stationmaster/contract'
import { priceDecimals, scaled } from './fraction.ts'
import type { LocalTime } from './local-clock.ts'

const minutesPerDay = 1_440
const dayMs = 86_400_000
const secondMs = 1_000

/** Price component of an element with the conditions of the element. */
export interface ElementRule {
  element: number
  dimension: TariffDimension
  reservation: TariffRestrictions['reservation']
  /** In millionths of the currency. */
  price: bigint
  /** Undefined: the rate of the tariff. */
  taxBp: number | undefined
  step: number
  startMinute: number | undefined
  endMinute: number | undefined
  weekdays: ReadonlySet<number> | undefined
  startDay: number
  endDay: number
  minWh: number
  maxWh: number
  /** In mW; undefined: no condition. */
  minPower: bigint | undefined
  maxPower: bigint | undefined
  minMs: number
  maxMs: number
}

/** State of a session at an instant, on which the conditions of elements depend. */
export interface Circumstances {
  local: LocalTime
  /** Energy since the start. */
  wh: number
  /** Time since the start. */
  elapsedMs: number
  /** Power as energy and duration. */
  power: { wh: number; ms: number }
}

/** Returns the price components of a tariff in the order in which they are tried. */
export function rulesOf(tariff: TariffDefinition): ElementRule[] {
  return tariff.elements.flatMap(({ price_components, restrictions = {} }, element) => {
    const conditions = conditionsOf(restrictions)
    return price_components.map((component) => ({
      element,
      dimension: component.type,
      price: scaled(component.price, priceDecimals),
      taxBp: component.vat,
      step: component.step_size || 1,
      ...conditions,
    }))
  })
}

function conditionsOf(restrictions: TariffRestrictions) {
  const { start_time, end_time, day_of_week: days = [], start_date, end_date } = restrictions
  const { min_kwh, max_kwh, min_power, max_power, min_duration, max_duration, reservation } = restrictions
  return {
    reservation,
    startMinute: start_time === undefined ? undefined : minuteOf(start_time),
    // 00:00 is the end of the day
    endMinute: end_time === undefined ? undefined : minuteOf(end_time) || minutesPerDay,
    weekdays: days.length === 0 ? undefined : new Set(days.map((day) => tariffDays.indexOf(day))),
    startDay: start_date === undefined ? -Infinity : Date.parse(start_date) / dayMs,
    endDay: end_date === undefined ? Infinity : Date.parse(end_date) / dayMs,
    minWh: min_kwh === undefined ? -Infinity : wattHoursOf(min_kwh),
    maxWh: max_kwh === undefined ? Infinity : wattHoursOf(max_kwh),
    minPower: min_power === undefined ? undefined : scaled(min_power, 6),
    maxPower: max_power === undefined ? undefined : scaled(max_power, 6),
    minMs: min_duration === undefined ? -Infinity : min_duration * secondMs,
    maxMs: max_duration === undefined ? Infinity : max_duration * secondMs,
  }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

const wattHoursOf = (kwh: string | number): number => Number(scaled(kwh, 3))

/** Returns true if the conditions of a rule hold. */
export function matches(rule: ElementRule, { local, wh, elapsedMs, power }: Circumstances): boolean {
  return (
    wh >= rule.minWh &&
    wh < rule.maxWh &&
    elapsedMs >= rule.minMs &&
    elapsedMs < rule.maxMs &&
    local.day >= rule.startDay &&
    local.day < rule.endDay &&
    (rule.weekdays === undefined || rule.weekdays.has(local.weekday)) &&
    isInWindow(rule, local.minute) &&
    (rule.minPower === undefined || hasPower(power, rule.minPower)) &&
    (rule.maxPower === undefined || !hasPower(power, rule.maxPower))
  )
}

function isInWindow({ startMinute: start = 0, endMinute: end = minutesPerDay }: ElementRule, minute: number) {
  if (start < end) return minute >= start && minute < end
  return minute >= start || minute < end
}

const milliwattMsPerWh = 3_600_000_000n

/** Returns true if a power is at least a number of mW. */
const hasPower = ({ wh, ms }: Circumstances['power'], milliwatts: bigint): boolean =>
  BigInt(wh) * milliwattMsPerWh >= milliwatts * BigInt(ms)

/** Returns the first rule whose conditions hold: of a list in the order of the tariff. */
export const firstMatch = (
  rules: readonly ElementRule[],
  circumstances: Circumstances,
): ElementRule | undefined => rules.find((rule) => matches(rule, circumstances))

/** Instants and energies at which the conditions of rules can change; they may be infinite. */
export interface Changes {
  /** Minutes of the day at the station. */
  minutes: ReadonlySet<number>
  /** Energy since the start, in order. */
  wh: readonly number[]
  /** Time since the start. */
  elapsedMs: readonly number[]
  /** True if they change with each reading of the meter. */
  byPower: boolean
}

export function changesOf(rules: readonly ElementRule[]): Changes {
  // a day begins, and a window without one of its times begins or ends, at midnight
  const minutes = new Set([0])
  const wh = new Set<number>()
  const elapsedMs = new Set<number>()
  let byPower = false
  for (const rule of rules) {
    minutes.add(rule.startMinute ?? 0).add((rule.endMinute ?? 0) % minutesPerDay)
    wh.add(rule.minWh).add(rule.maxWh)
    elapsedMs.add(rule.minMs).add(rule.maxMs)
    byPower ||= rule.minPower !== undefined || rule.maxPower !== undefined
  }
  return { minutes, wh: [...wh].sort((one, other) => one - other), elapsedMs: [...elapsedMs], byPower }
}
