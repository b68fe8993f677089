import { expect, test } from 'vitest'
import { inputOf, type PriceCase } from './cases/case.ts'
import { clockCases } from './cases/clock-cases.ts'
import { dataCases } from './cases/data-cases.ts'
import { elementCases } from './cases/element-cases.ts'
import { energyCases } from './cases/energy-cases.ts'
import { idleCases } from './cases/idle-cases.ts'
import { limitCases } from './cases/limit-cases.ts'
import { stepCases } from './cases/step-cases.ts'
import { engine, offsetsOf, price, tariffProblems, taxesOf, type ZoneOffset } from '../index.ts'

export const cases: PriceCase[] = [
  ...energyCases,
  ...clockCases,
  ...elementCases,
  ...idleCases,
  ...stepCases,
  ...limitCases,
  ...dataCases,
]

test.each(cases)('$name', (one) => {
  expect(tariffProblems(one.tariff).filter(({ isWarning }) => !isWarning)).toEqual([])
  const { charges, totalMinor, flags, hold } = price(inputOf(one))
  const charged = charges.filter(({ amountMinor }) => amountMinor > 0)
  expect(Object.fromEntries(charged.map(({ service, amountMinor }) => [service, amountMinor]))).toEqual(
    one.costs,
  )
  expect(totalMinor).toBe(Object.values(one.costs).reduce((sum, amount) => sum + amount, 0))
  expect(flags).toEqual(one.flags ?? [])
  expect(hold).toBe(one.hold ?? false)
  if (one.quantities)
    expect(Object.fromEntries(charged.map(({ service, quantity }) => [service, quantity]))).toEqual(
      one.quantities,
    )
  if (one.taxes) expect(taxesOf(charges, one.tariff)).toEqual(one.taxes)
})

test('the number of the pricing function', () => expect(engine).toBe(1))

test('offsets of a time zone change with its clock', () => {
  const period = [Date.parse('2026-10-24T22:00:30Z'), Date.parse('2026-10-25T06:00:00Z')] as const
  expect(offsetsOf('Europe/Berlin', ...period)).toEqual<ZoneOffset[]>([
    [Date.parse('2026-10-24T22:00:00Z'), 120],
    [Date.parse('2026-10-25T01:00:00Z'), 60],
  ])
  expect(offsetsOf('Asia/Kathmandu', period[0], period[0])).toEqual([
    [Date.parse('2026-10-24T22:00:00Z'), 345],
  ])
})
