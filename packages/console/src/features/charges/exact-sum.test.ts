import { expect, test } from 'vitest'
import { exactSum } from './exact-sum.ts'

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
