import { expect, test } from 'vitest'
import { clockOf, spokenAt } from './countdown.ts'

test.each([
  [600, null],
  [181, null],
  [180, 'three'],
  [61, 'three'],
  [60, 'one'],
  [1, 'one'],
  [0, 'end'],
  [-5, 'end'],
])('with %i seconds left, %s was said last', (seconds, spoken) => {
  expect(spokenAt(seconds)).toBe(spoken)
})

test.each([
  [232, '3:52'],
  [65, '1:05'],
  [0, '0:00'],
])('%i seconds are shown as %s', (seconds, text) => {
  expect(clockOf(seconds)).toBe(text)
})
