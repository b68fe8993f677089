import { expect, test } from 'vitest'
import { currencyDigits } from '@stationmaster/contract'
import { decimalOf } from './money.ts'

// Proves A14
test.each([
  [1234, 'EUR', '12.34'],
  [5, 'EUR', '0.05'],
  [-5, 'EUR', '-0.05'],
  [0, 'CHF', '0.00'],
  [1234, 'JPY', '1234'],
  [1234, 'KWD', '1.234'],
  [12345, 'CLF', '1.2345'],
  // ICU has 0 digits for these, ISO 4217 has 2
  [262_500, 'HUF', '2625.00'],
  [262_500, 'ALL', '2625.00'],
  [262_500, 'COP', '2625.00'],
  [1234, '???', '12.34'],
])('%i minor units of %s are %s', (minor, currency, text) => expect(decimalOf(minor, currency)).toBe(text))

test('codes that are not currencies have no minor unit', () => {
  expect(['XXX', 'XAU', 'eur', 'ABC', ''].map(currencyDigits)).toEqual([null, null, null, null, null])
})
