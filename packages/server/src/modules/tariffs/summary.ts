import { createHash } from 'node:crypto'
import {
  afirProblems,
  decimalOfMicros,
  type PriceCondition,
  priceInWords,
  type PriceSentence,
  type TariffDefinition,
} from '@stationmaster/contract'

/** A definition in columns of a list. */
export interface TariffSummary {
  /** Decimal text per kWh, otherwise per hour or session. */
  price: string | null
  /** The price with tax. */
  cost: string | null
  /** Services, separated by commas. */
  service: string
  /** Restrictions as text; null if prices always apply. */
  schedule: string | null
  /** True if AFIR forbids its prices without registration at 50 kW or more. */
  afir_limited: boolean
}

const serviceOf: Partial<Record<PriceSentence['code'], string>> = {
  energy: 'energy',
  time: 'time',
  idle: 'idle',
  session: 'session',
  reservation: 'reservation',
  reservation_time: 'reservation',
  reservation_expired: 'reservation',
  reservation_expired_time: 'reservation',
}
const services = ['energy', 'time', 'idle', 'session', 'reservation']

/** Returns a definition in columns of a list; sentences and columns have the same conditions. */
export function summaryOf(definition: TariffDefinition): TariffSummary {
  const sentences = priceInWords(definition).filter(({ code }) => serviceOf[code] !== undefined)
  const charged = new Set(sentences.map(({ code }) => serviceOf[code]!))
  const main = (['energy', 'time', 'session', 'idle'] as const)
    .map((code) => sentences.filter((sentence) => sentence.code === code))
    .find((found) => found.length > 0)
  const first = main?.find(({ conditions }) => conditions.length === 0) ?? main?.[0]
  const price = first ? (first.perHour ?? first.amount) : null
  const schedule = [
    ...new Set(
      sentences
        .filter(({ conditions }) => conditions.length > 0)
        .map(
          ({ code, conditions, amount, perHour }) =>
            `${textOf(conditions)}: ${serviceOf[code]} ${perHour ?? amount}`,
        ),
    ),
  ]
  return {
    price,
    cost: price === null ? null : withTax(price, definition),
    service: services.filter((service) => charged.has(service)).join(','),
    schedule: schedule.length > 0 ? schedule.join('; ') : null,
    afir_limited: afirProblems(definition).some(({ level }) => level === 'error'),
  }
}

/** Returns a price with tax, rounded half up to six decimals. */
function withTax(price: string, { tax_included, vat }: TariffDefinition): string {
  if (tax_included === 'YES') return price
  const [whole = '0', decimals = ''] = price.split('.')
  const micros = BigInt(whole + decimals.padEnd(6, '0').slice(0, 6))
  return decimalOfMicros((micros * BigInt(10_000 + vat) + 5_000n) / 10_000n)
}

// as in the opening hours of OpenStreetMap
const dayNames = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

const textOf = (conditions: readonly PriceCondition[]): string => conditions.map(conditionText).join(' ')

function conditionText(condition: PriceCondition): string {
  switch (condition.code) {
    case 'days':
      return daysText(condition.days)
    case 'times':
      return `${condition.from}-${condition.to}`
    case 'dates':
      return rangeText(condition, '')
    case 'energy':
      return rangeText(condition, ' kWh')
    case 'power':
      return rangeText(condition, ' kW')
    case 'duration':
      return rangeText(condition, ' s')
  }
}

const rangeText = (
  { from, to }: { from: string | number | null; to: string | number | null },
  unit: string,
) => (to === null ? `>=${from}${unit}` : from === null ? `<${to}${unit}` : `${from}-${to}${unit}`)

/** Returns weekdays with consecutive ones as a range: `Mo-Fr,Su`. */
function daysText(days: readonly number[]): string {
  const runs: number[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  return runs
    .map((run) => {
      const [first, last] = [dayNames[run[0]! - 1]!, dayNames[run.at(-1)! - 1]!]
      return run.length === 1 ? first : run.length === 2 ? `${first},${last}` : `${first}-${last}`
    })
    .join(',')
}

/** Returns the SHA-256 of a definition, independent of the order of its members. */
export const hashOf = (definition: TariffDefinition): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(definition)))
    .digest('hex')

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  )
}
