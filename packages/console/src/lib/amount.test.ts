import { expect, it } from 'vitest'
import { amountOfMinor, decimalOf, isAmount } from './amount.ts'

it.each([
  [2010, 'EUR', '20.10'],
  [5, 'EUR', '0.05'],
  [-157, 'EUR', '-1.57'],
  [300, 'JPY', '300'],
])('%d minor units of %s are %s', (minor, currency, amount) => {
  expect(amountOfMinor(minor, currency)).toBe(amount)
})

it.each([
  ['12.50', 'EUR', true],
  [' 12,5 ', 'EUR', true],
  // a thousand in German, one in English
  ['1.000', 'EUR', false],
  ['1.000', 'KWD', true],
  ['1000', 'JPY', true],
  ['0.5', 'JPY', false],
  ['-1', 'EUR', false],
  ['', 'EUR', false],
  ['ten', 'EUR', false],
])('%s in %s is an amount: %s', (typed, currency, expected) => {
  expect(isAmount(typed, currency)).toBe(expected)
})

it('a correction may be negative, also with the sign of typography', () => {
  expect(isAmount('−12,50', 'EUR', true)).toBe(true)
  expect(isAmount('-1.000', 'EUR', true)).toBe(false)
  expect(decimalOf('−12,50')).toBe('-12.50')
})
