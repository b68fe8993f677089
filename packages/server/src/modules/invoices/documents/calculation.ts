import { currencyDigits } from './currency.ts'
import { divide, exactText, fractionOf, isZero, readExact, round, sum } from './decimals.ts'
import type { CalculationPart, InvoiceLine, LocalTime, Service } from './invoice-document.ts'

/** Number of Wh, seconds or pieces to which a unit price applies. */
export const unitSize: Readonly<Record<Service, number>> = {
  ENERGY: 1_000,
  TIME: 3_600,
  PARKING_TIME: 3_600,
  FLAT: 1,
}

/** Most decimals of a price in a tariff. */
const priceDecimals = 6

/** Returns an instant as local time of a zone that is ahead of UTC by a number of minutes. */
export function localTime(at: number, offsetMinutes: number): LocalTime {
  const size = Math.abs(offsetMinutes)
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'))
  const sign = offsetMinutes < 0 ? '-' : '+'
  return `${new Date(at + offsetMinutes * 60_000).toISOString().slice(0, 19)}${sign}${hours}:${minutes}`
}

/** Returns the unit price of a part as decimal text; null if it has none. */
export function unitPriceOf({ quantity, exact, reason }: CalculationPart, service: Service): string | null {
  const result = readExact(exact)
  if (!result || !quantity || reason === 'minimum') return null
  return exactText(divide(result, fractionOf(quantity, unitSize[service])), { least: 0, most: priceDecimals })
}

/** Returns the unit prices of a line, each once, without free parts unless all are free. */
export function unitPricesOf({ parts, service }: InvoiceLine): string[] {
  const priced = parts.filter(({ reason }) => reason === 'price' || reason === 'step')
  const charged = priced.filter(({ exact }) => !isZero(exact))
  const prices = (charged.length > 0 ? charged : priced).flatMap((part) => unitPriceOf(part, service) ?? [])
  return [...new Set(prices)]
}

/** Returns the rounded sum of the parts in minor units; null if there are none. */
export function computedAmount({ parts }: InvoiceLine, digits: number): number | null {
  if (parts.length === 0) return null
  return Number(round(sum(parts.flatMap(({ exact }) => readExact(exact) ?? [])), digits))
}

/** Returns why the amount of a line is not the product of quantity and unit price: a limit of the price; otherwise null. */
export function limitOf(line: InvoiceLine, currency: string): 'maximum' | 'minimum' | null {
  const computed = computedAmount(line, currencyDigits(currency) ?? 2)
  if (computed !== null && computed > Math.abs(line.amountMinor)) return 'maximum'
  return line.parts.some(({ reason }) => reason === 'minimum') ? 'minimum' : null
}
