// Checks of the pricing function that the tests and the mutation run (npm run mutate) share. They throw.
import assert from 'node:assert/strict'
import { currencyDigits } from '@stationmaster/contract'
import { type Charge, engine, price, type PriceInput, type PriceResult, taxesOf } from '../../index.ts'
import { amountsBySecond } from './by-second.ts'
import { inputOf, type PriceCase } from './case.ts'
import { clockCases } from './clock-cases.ts'
import { dataCases } from './data-cases.ts'
import { edgeCases } from './edge-cases.ts'
import { elementCases } from './element-cases.ts'
import { energyCases } from './energy-cases.ts'
import { idleCases } from './idle-cases.ts'
import { limitCases } from './limit-cases.ts'
import { meterCases } from './meter-cases.ts'
import { partCases } from './part-cases.ts'
import { Random, randomInput } from './random.ts'
import { stepCases } from './step-cases.ts'

export const cases: readonly PriceCase[] = [
  ...energyCases,
  ...clockCases,
  ...elementCases,
  ...idleCases,
  ...stepCases,
  ...limitCases,
  ...dataCases,
  ...partCases,
  ...edgeCases,
  ...meterCases,
]

/** Returns one value of each charge that costs something. */
const byService = (charges: readonly Charge[], key: 'amountMinor' | 'quantity') =>
  Object.fromEntries(
    charges.filter(({ amountMinor }) => amountMinor > 0).map((one) => [one.service, one[key]]),
  )

/** Checks the price of a case. */
export function checkCase(one: PriceCase): void {
  const input = inputOf(one)
  assert.equal(engine, 1)
  const result = price(input)
  assert.deepEqual(byService(result.charges, 'amountMinor'), one.costs)
  assert.equal(
    result.totalMinor,
    Object.values(one.costs).reduce((sum, amount) => sum + amount, 0),
  )
  assert.deepEqual(result.flags, one.flags ?? [])
  assert.equal(result.hold, one.hold ?? false)
  if (one.quantities) assert.deepEqual(byService(result.charges, 'quantity'), one.quantities)
  if (one.taxes) assert.deepEqual(taxesOf(result.charges, one.tariff), one.taxes)
  if (one.charges) assert.deepEqual(result.charges, one.charges)
  checkParts(input, result)
}

/** Checks that the parts of each charge are in order and add up to its amount. */
export function checkParts({ tariff }: PriceInput, { charges, flags }: PriceResult): void {
  const scale = 10n ** BigInt(currencyDigits(tariff.currency)!)
  const isTimeless = flags.some((flag) => flag === 'no-duration' || flag === 'times-not-trusted')
  const types = { energy: 'ENERGY', time: 'TIME', idle: 'PARKING_TIME' } as const
  const hasPrice = (type: string) =>
    tariff.elements.some((one) => one.price_components.some((part) => part.type === type))
  for (const { service } of charges)
    if (service !== 'session' && service !== 'reservation')
      assert.ok(hasPrice(types[service]), `a charge for ${service}`)
  for (const { parts, service, beforeLimitMinor } of charges) {
    // all denominators divide this one
    const common = 9n * 10n ** 12n
    let sum = 0n
    let last = -Infinity
    for (const { from, to, quantity, exact, reason } of parts) {
      const [top = '', bottom = '1'] = exact.split('/')
      const [whole = '', decimals = ''] = top.split('.')
      const value = (BigInt(whole + decimals) * common) / (BigInt(bottom) * 10n ** BigInt(decimals.length))
      if (reason !== 'minimum') sum += value * scale
      assert.ok(Number.isSafeInteger(quantity) && quantity > 0)
      const isAdded = reason === 'step' || reason === 'minimum'
      assert.equal(from === null, isAdded || (isTimeless && service === 'energy'))
      if (from === null) continue
      assert.ok(from <= to! && (from >= last || service === 'reservation'))
      last = to!
    }
    assert.equal(beforeLimitMinor, Number((2n * sum + common) / (2n * common)))
  }
}

export { amountsBySecond }

export const randomInputs = (count: number): PriceInput[] =>
  Array.from({ length: count }, (_, seed) => randomInput(new Random(seed)))

/** Checks a price with the amounts of the implementation that counts seconds. */
export function checkBySecond(input: PriceInput, expected: ReturnType<typeof amountsBySecond>): void {
  const result = price(input)
  assert.deepEqual(byService(result.charges, 'amountMinor'), expected, JSON.stringify(input))
  checkParts(input, result)
}
