import { expect, test } from 'vitest'
import { exactSum, exactText } from './exact-sum.ts'

test.each([
  [['7.82250', '2.93868'], '10.76118'],
  [['1', '0.5'], '1.5'],
  [['0.1', '0.2'], '0.3'],
  [['-0.75', '0.5'], '-0.25'],
  [[], '0'],
  [['1/3', '1'], null],
])('the sum of %j is %s', (texts, sum) => {
  expect(exactSum(texts)).toBe(sum)
})

test.each([
  ['de-DE', '13.12612', '13,12612'],
  ['de-DE', '1234.50', '1.234,50'],
  ['en-GB', '-0.75', '-0.75'],
  ['de-DE', '1/3', '1/3'],
])('in %s, %s is shown as %s', (tag, text, shown) => {
  expect(exactText(tag, text)).toBe(shown)
})
