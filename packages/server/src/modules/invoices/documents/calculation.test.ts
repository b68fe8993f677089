import { expect, test } from 'vitest'
import { computedAmount, unitPricesOf, localTime } from './calculation.ts'
import { sampleLines } from './document-samples.ts'
import type { CalculationPart, InvoiceLine } from './invoice-document.ts'

const part = (
  exact: string,
  quantity: number | null,
  change: Partial<CalculationPart> = {},
): CalculationPart => ({
  from: null,
  to: null,
  quantity,
  exact,
  reason: 'price',
  isInterpolated: false,
  ...change,
})
const lineOf = (service: InvoiceLine['service'], ...parts: CalculationPart[]): InvoiceLine => {
  const [line] = sampleLines as [InvoiceLine]
  return { ...line, service, parts }
}

test('derives unit prices from exact results: per kWh, hour and piece, each once', () => {
  expect(
    unitPricesOf(lineOf('ENERGY', part('2.45', 5_000), part('0.59', 1_000), part('4.9', 10_000))),
  ).toEqual(['0.49', '0.59'])
  expect(
    unitPricesOf(lineOf('PARKING_TIME', part('31/12', 1_550), part('0', 900, { reason: 'grace' }))),
  ).toEqual(['6'])
  expect(unitPricesOf(lineOf('FLAT', part('1.5', 1), part('2', 1, { reason: 'minimum' })))).toEqual(['1.5'])
})

test('names the price 0 only if the whole line is free', () => {
  expect(unitPricesOf(lineOf('ENERGY', part('0', 5_000)))).toEqual(['0'])
  expect(unitPricesOf(lineOf('ENERGY', part('0', 5_000), part('0.59', 1_000)))).toEqual(['0.59'])
  expect(unitPricesOf(lineOf('TIME', part('1', null), part('0', 0)))).toEqual([])
})

test('rounds the sum of the parts once', () => {
  expect(computedAmount(lineOf('ENERGY', part('0.0149', 1), part('0.0149', 1)), 2)).toBe(3)
  expect(computedAmount(lineOf('ENERGY', part('1/3', 1), part('1/3', 1), part('1/3', 1)), 2)).toBe(100)
  expect(computedAmount(lineOf('ENERGY'), 2)).toBeNull()
})

test('writes local times with the offset of the zone', () => {
  const at = Date.UTC(2026, 9, 25, 0, 30)
  expect([120, 60, 0, -210, 345].map((minutes) => localTime(at, minutes))).toEqual([
    '2026-10-25T02:30:00+02:00',
    '2026-10-25T01:30:00+01:00',
    '2026-10-25T00:30:00+00:00',
    '2026-10-24T21:00:00-03:30',
    '2026-10-25T06:15:00+05:45',
  ])
})
