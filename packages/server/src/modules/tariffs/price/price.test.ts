import { expect, test } from 'vitest'
import { inputOf, type PriceCase } from './cases/case.ts'
import { clockCases } from './cases/clock-cases.ts'
import { dataCases } from './cases/data-cases.ts'
import { elementCases } from './cases/element-cases.ts'
import { energyCases } from './cases/energy-cases.ts'
import { idleCases } from './cases/idle-cases.ts'
import { limitCases } from './cases/limit-cases.ts'
import { stepCases } from './cases/step-cases.ts'
import { price, tariffProblems, taxesOf } from '../index.ts'

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
