import { coverageOf } from './tariff-coverage.ts'
import {
  type TariffDefinition,
  type TariffDimension,
  type TariffRestrictions,
  tariffDays,
} from './tariff-definition.ts'

/** Minutes of a day. */
export const dayMinutes = 1440

/** Price of a dimension in a period of a weekday. */
export interface WeekPrice {
  /** Price at the start of a session, per kWh, hour or session, as decimal text; null if it depends on other conditions. */
  price: string | null
  /** Index of the element with that price; null if it depends on other conditions. */
  element: number | null
  /** Elements that replace it under other conditions: energy, power, duration or date. */
  others: readonly number[]
}

/** Period of a weekday with the same prices. */
export interface WeekInterval {
  /** Minutes since midnight, exclusive at the end; the last one ends at 1440. */
  from: number
  to: number
  /** Absent: no element has a price for the dimension, so it is free. */
  prices: Partial<Record<TariffDimension, WeekPrice>>
  /** True if nothing has a price at all times and under all conditions for what the tariff is based on (`WeekOfTariff.basis`). */
  isGap: boolean
}

export interface WeekOfTariff {
  /** ENERGY, otherwise TIME, otherwise FLAT: its gaps are reported. Null without prices of sessions. */
  basis: TariffDimension | null
  /** From Monday (1) to Sunday (7). */
  days: readonly { day: number; intervals: readonly WeekInterval[] }[]
  /** Paths of price components that never apply, such as `elements[1].price_components[0]`. */
  hidden: readonly string[]
}

interface Range {
  from: number
  to: number
}

/** A price component with the conditions of its element. */
interface Rule {
  element: number
  dimension: TariffDimension
  price: string
  /** Kind of reservation; empty for sessions. */
  reservation: string
  days: ReadonlySet<number>
  /** Minutes of the day. */
  times: readonly Range[]
  /** Conditions other than weekday and time of day, by name. */
  others: ReadonlyMap<string, Range>
}

/**
 * Returns the prices of a week as of the start of a session, gaps and hidden components, of a definition without
 * errors. Weekday and time of day are evaluated exactly, other conditions (energy, power, duration, dates) as ranges.
 */
export function weekOf(definition: TariffDefinition): WeekOfTariff {
  const rules = definition.elements.flatMap(({ price_components: components, restrictions = {} }, element) =>
    components.map(({ type, price }): Rule => {
      const { day_of_week: days, reservation = '' } = restrictions
      return {
        element,
        dimension: type,
        price,
        reservation,
        days: new Set(
          days && days.length > 0 ? days.map((day) => tariffDays.indexOf(day) + 1) : [1, 2, 3, 4, 5, 6, 7],
        ),
        times: timesOf(restrictions),
        others: othersOf(restrictions),
      }
    }),
  )
  const ofSession = rules.filter(({ reservation }) => reservation === '')
  const basis = basisOf(ofSession)
  const edges = [
    ...new Set([0, dayMinutes, ...rules.flatMap(({ times }) => times.flatMap(({ from, to }) => [from, to]))]),
  ].sort((a, b) => a - b)
  const days = tariffDays.map((_, index) => {
    const day = index + 1
    const parts = edges
      .slice(1)
      .map((to, place) => intervalOf(ofSession, { day, from: edges[place]!, to, basis }))
    return { day, intervals: joinEqual(parts) }
  })
  return { basis, days, hidden: coverageOf(definition).flatMap(({ hidden }) => hidden) }
}

const basisOf = (rules: readonly Rule[]): TariffDimension | null =>
  (['ENERGY', 'TIME', 'FLAT'] as const).find((dimension) =>
    rules.some((rule) => rule.dimension === dimension),
  ) ?? null

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns the times of day of an element: two ranges if it passes midnight, which belong to their own weekday each. */
function timesOf({ start_time: start, end_time: end }: TariffRestrictions): Range[] {
  const from = start === undefined ? 0 : minuteOf(start)
  const to = end === undefined ? dayMinutes : minuteOf(end) || dayMinutes
  const ranges =
    from < to
      ? [{ from, to }]
      : [
          { from: 0, to },
          { from, to: dayMinutes },
        ]
  return ranges.filter((range) => range.from < range.to)
}

const rangeNames = [
  ['energy', 'min_kwh', 'max_kwh'],
  ['power', 'min_power', 'max_power'],
  ['duration', 'min_duration', 'max_duration'],
] as const

function othersOf(restrictions: TariffRestrictions): Map<string, Range> {
  const others = new Map<string, Range>()
  for (const [name, least, most] of rangeNames) {
    const [from, to] = [restrictions[least], restrictions[most]]
    if (from !== undefined || to !== undefined)
      others.set(name, { from: Number(from ?? 0), to: to === undefined ? Infinity : Number(to) })
  }
  const { start_date: start, end_date: end } = restrictions
  if (start !== undefined || end !== undefined)
    others.set('date', { from: start ? Date.parse(start) : -Infinity, to: end ? Date.parse(end) : Infinity })
  return others
}

const isIn = ({ days, times }: Rule, { day, from, to }: { day: number } & Range): boolean =>
  days.has(day) && times.some((range) => range.from <= from && to <= range.to)

interface Period extends Range {
  day: number
  basis: TariffDimension | null
}

function intervalOf(rules: readonly Rule[], { basis, ...period }: Period): WeekInterval {
  const { from, to } = period
  const prices: WeekInterval['prices'] = {}
  let isGap = false
  for (const dimension of ['ENERGY', 'TIME', 'PARKING_TIME', 'FLAT'] as const) {
    const found = rules.filter((rule) => rule.dimension === dimension && isIn(rule, period))
    if (found.length > 0) prices[dimension] = priceOf(found)
    if (dimension === basis) isGap = !isCovered(found)
  }
  return { from, to, prices, isGap }
}

/** Returns true if conditions hold at the start of a session; dates and power are not known. */
const isAtStart = ({ others }: Rule): boolean =>
  [...others].every(([name, { from }]) => (name === 'energy' || name === 'duration') && from === 0)

function priceOf(found: readonly Rule[]): WeekPrice {
  const always = found.findIndex(({ others }) => others.size === 0)
  // those after an element without other conditions never apply
  const reached = always === -1 ? found : found.slice(0, always + 1)
  const atStart = reached.find(isAtStart)
  const others = reached.filter((rule) => rule !== atStart).map(({ element }) => element)
  return { price: atStart?.price ?? null, element: atStart?.element ?? null, others: [...new Set(others)] }
}

/** Returns true if one of the rules applies whatever the other conditions are. */
function isCovered(found: readonly Rule[]): boolean {
  if (found.some(({ others }) => others.size === 0)) return true
  // together, ranges of one condition can cover all its values
  for (const [name, start] of [
    ['energy', 0],
    ['power', 0],
    ['duration', 0],
    ['date', -Infinity],
  ] as const) {
    const ranges = found.flatMap(({ others }) =>
      others.size === 1 && others.has(name) ? [others.get(name)!] : [],
    )
    let end: number = start
    for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from))
      if (from <= end) end = Math.max(end, to)
    if (end === Infinity) return true
  }
  return false
}

function joinEqual(parts: readonly WeekInterval[]): WeekInterval[] {
  const joined: WeekInterval[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && isEqual(last, part)) last.to = part.to
    else joined.push({ ...part })
  }
  return joined
}

const isEqual = (a: WeekInterval, b: WeekInterval): boolean =>
  a.isGap === b.isGap && JSON.stringify(a.prices) === JSON.stringify(b.prices)
