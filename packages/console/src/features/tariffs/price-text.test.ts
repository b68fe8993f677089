import { expect, it } from 'vitest'
import { amountOfMinor, priceText } from './price-text.ts'

it.each([
  ['en-GB', '0.49', 'EUR', '€0.49'],
  ['en-GB', '0.4925', 'EUR', '€0.4925'],
  ['en-GB', '12', 'EUR', '€12.00'],
  ['en-GB', '79', 'HUF', 'Ft\u00a079.00'],
  ['de-DE', '0.49', 'EUR', '0,49\u00a0€'],
  ['en-GB', '1', 'nonsense', '1 nonsense'],
])('in %s, %s of %s is %s', (tag, amount, currency, text) => {
  expect(priceText({ tag }, amount, currency)).toBe(text)
})

it.each([
  [2010, 'EUR', '20.10'],
  [5, 'EUR', '0.05'],
  [-157, 'EUR', '-1.57'],
  [300, 'JPY', '300'],
])('%d minor units of %s are %s', (minor, currency, amount) => {
  expect(amountOfMinor(minor, currency)).toBe(amount)
})
