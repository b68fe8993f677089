import { expect, test } from 'vitest'
import { amountForStripe, amountFromStripe } from './stripe-amount.ts'

test.each([
  ['EUR', 1050, 1050],
  ['JPY', 500, 500],
  ['HUF', 262_500, 262_500],
  ['ISK', 5, 500],
  ['MGA', 500, 5],
  ['KWD', 1230, 1230],
])('%s: %d minor units are %d at Stripe', (currency, minor, amount) => {
  expect(amountForStripe(minor, currency)).toBe(amount)
  expect(amountFromStripe(amount, currency.toLowerCase())).toBe(minor)
})

test.each([
  ['MGA', 501],
  ['KWD', 1234],
])('%s: Stripe cannot represent %d minor units', (currency, minor) => {
  expect(amountForStripe(minor, currency)).toBeNull()
})
