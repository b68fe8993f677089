import { expect, test } from 'vitest'
import { decimalOf } from './money.ts'

test.each([
  [1234, 'EUR', '12.34'],
  [5, 'EUR', '0.05'],
  [-5, 'EUR', '-0.05'],
  [0, 'CHF', '0.00'],
  [1234, 'JPY', '1234'],
  [1234, 'KWD', '1.234'],
  [1234, '???', '12.34'],
])('%i minor units of %s are %s', (minor, currency, text) => expect(decimalOf(minor, currency)).toBe(text))
