import {
  decimalOfMicros,
  perMinute,
  type PriceComponent,
  type TariffDefinition,
  type TariffDimension,
  type TariffElement,
  type TariffRestrictions,
} from '@stationmaster/contract'
import { decimalOf } from '../../../lib/amount.ts'

/** Unit of a price; prices of time are per minute if that is exact. */
type PriceUnit = 'kwh' | 'minute' | 'hour' | 'session'

type DayName = NonNullable<TariffRestrictions['day_of_week']>[number]

/** One price with its conditions, as the texts of its fields; empty ones are no condition. */
export interface PriceLine {
  id: number
  type: TariffDimension
  price: string
  unit: PriceUnit
  day_of_week: DayName[]
  start_time: string
  end_time: string
  start_date: string
  /** Last day; that of the definition is the day after. */
  end_date: string
  min_kwh: string
  max_kwh: string
  min_power: string
  max_power: string
  /** In minutes, as the maximum. */
  min_duration: string
  max_duration: string
  reservation: '' | NonNullable<TariffRestrictions['reservation']>
  /** Members of the price that have no field. */
  other: Pick<PriceComponent, 'vat' | 'step_size'>
}

/** Field of a line: an error is shown there. */
export type LineField = keyof Omit<PriceLine, 'id' | 'unit' | 'other'>

const isTime = (type: TariffDimension): boolean => type === 'TIME' || type === 'PARKING_TIME'

/** Returns the unit of new prices of a kind. */
export const unitOf = (type: TariffDimension): PriceUnit =>
  type === 'ENERGY' ? 'kwh' : isTime(type) ? 'minute' : 'session'

/** Returns a new line without a price. */
export const newLine = (id: number, type: TariffDimension = 'ENERGY'): PriceLine => ({
  id,
  type,
  price: '',
  unit: unitOf(type),
  day_of_week: [],
  start_time: '',
  end_time: '',
  start_date: '',
  end_date: '',
  min_kwh: '',
  max_kwh: '',
  min_power: '',
  max_power: '',
  min_duration: '',
  max_duration: '',
  reservation: '',
  other: {},
})

const price = /^\d{1,12}(\.\d{1,6})?$/

function microsOf(decimal: string): bigint {
  const [whole = '0', part = ''] = decimal.split('.')
  return BigInt(whole + part.padEnd(6, '0'))
}

/** Returns the price per hour of a price per minute; other text unchanged, which the rules reject. */
export const perHour = (minute: string): string =>
  price.test(minute) ? decimalOfMicros(microsOf(minute) * 60n) : minute

const isWholePerMinute = (hour: string): boolean => price.test(hour) && microsOf(hour) % 60n === 0n

/** Returns the lines of a definition in their order, one per price. */
export const linesOf = ({ elements }: Pick<TariffDefinition, 'elements'>): PriceLine[] =>
  elements
    .flatMap(({ price_components: components, restrictions = {} }) =>
      components.map((component) => lineOf(component, restrictions)),
    )
    .map((line, id) => ({ ...line, id }))

function lineOf({ type, price: stored, ...other }: PriceComponent, of: TariffRestrictions): PriceLine {
  const isPerMinute = isTime(type) && isWholePerMinute(stored)
  return {
    ...newLine(0, type),
    price: isPerMinute ? perMinute(stored) : stored,
    unit: isTime(type) && !isPerMinute ? 'hour' : unitOf(type),
    day_of_week: of.day_of_week ?? [],
    start_time: of.start_time ?? '',
    end_time: of.end_time ?? '',
    start_date: of.start_date ?? '',
    end_date: shifted(of.end_date ?? '', -1),
    min_kwh: textOf(of.min_kwh),
    max_kwh: textOf(of.max_kwh),
    min_power: textOf(of.min_power),
    max_power: textOf(of.max_power),
    min_duration: minutesOf(of.min_duration),
    max_duration: minutesOf(of.max_duration),
    reservation: of.reservation ?? '',
    other,
  }
}

const textOf = (value: string | number | undefined): string => (value === undefined ? '' : String(value))

/** Returns seconds as text in minutes. */
export const minutesOf = (seconds: number | undefined): string =>
  seconds === undefined ? '' : String(Number((seconds / 60).toFixed(4)))

/** Returns minutes as seconds; NaN for other text. */
export const secondsOf = (minutes: string): number =>
  /^\d+(\.\d+)?$/.test(decimalOf(minutes)) ? Math.round(Number(decimalOf(minutes)) * 60) : Number.NaN

/** Returns the date a number of days later; other text unchanged. */
function shifted(date: string, days: number): string {
  const ms = Date.parse(date)
  return Number.isNaN(ms) ? date : new Date(ms + days * 86_400_000).toISOString().slice(0, 10)
}

export interface ElementsOfLines {
  elements: TariffElement[]
  /** Index of the line of each price component, by element and component. */
  places: number[][]
}

/** Returns the elements of lines. Consecutive prices of different kinds with the same conditions are one element. */
export function elementsOf(lines: readonly PriceLine[]): ElementsOfLines {
  const elements: TariffElement[] = []
  const places: number[][] = []
  for (const [index, line] of lines.entries()) {
    const restrictions = restrictionsOf(line)
    const component = componentOf(line)
    const last = elements.at(-1)
    const isSame =
      last !== undefined &&
      JSON.stringify(last.restrictions ?? {}) === JSON.stringify(restrictions) &&
      last.price_components.every(({ type }) => type !== line.type)
    if (isSame) {
      last.price_components.push(component)
      places.at(-1)!.push(index)
    } else {
      const hasConditions = Object.keys(restrictions).length > 0
      elements.push({ price_components: [component], ...(hasConditions ? { restrictions } : {}) })
      places.push([index])
    }
  }
  return { elements, places }
}

function componentOf({ type, price: typed, unit, other }: PriceLine): PriceComponent {
  const decimal = decimalOf(typed)
  return { type, price: unit === 'minute' ? perHour(decimal) : decimal, ...other }
}

const quantities = ['min_kwh', 'max_kwh', 'min_power', 'max_power'] as const
const durations = ['min_duration', 'max_duration'] as const

function restrictionsOf(line: PriceLine): TariffRestrictions {
  const restrictions: TariffRestrictions = {}
  for (const name of ['start_time', 'end_time', 'start_date'] as const)
    if (line[name] !== '') restrictions[name] = line[name]
  if (line.end_date !== '') restrictions.end_date = shifted(line.end_date, 1)
  for (const name of quantities) if (line[name].trim() !== '') restrictions[name] = decimalOf(line[name])
  for (const name of durations) if (line[name].trim() !== '') restrictions[name] = secondsOf(line[name])
  if (line.day_of_week.length > 0) restrictions.day_of_week = [...line.day_of_week]
  if (line.reservation !== '') restrictions.reservation = line.reservation
  return restrictions
}

/** Returns the lines with one of them at another position. */
export function moveLine(lines: readonly PriceLine[], from: number, to: number): PriceLine[] {
  const others = lines.filter((_, index) => index !== from)
  return [...others.slice(0, to), lines[from]!, ...others.slice(to)]
}
