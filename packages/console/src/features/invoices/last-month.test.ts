import { expect, it } from 'vitest'
import { lastMonth } from './last-month.ts'

it.each([
  [new Date(2026, 2, 31), '2026-02-01', '2026-02-28'],
  [new Date(2027, 0, 1), '2026-12-01', '2026-12-31'],
])('the month before %s', (now, periodfrom, periodto) => {
  expect(lastMonth(now)).toEqual({ periodfrom, periodto })
})
