import { expect, it } from 'vitest'
import { daysOf, periodName } from './report-days.ts'

const at = (day: number, hour = 0) => new Date(2026, 9, day, hour).toISOString()
const now = new Date(2026, 9, 20, 12).getTime()

it.each([
  ['ends with the day before an end at midnight', at(1), at(11), '2026-10-01', '2026-10-10'],
  ['contains the day of an end in the middle', at(1), at(10, 6), '2026-10-01', '2026-10-10'],
  ['lasts until today without an end', at(1), '', '2026-10-01', '2026-10-20'],
  ['has at least one day', at(5), at(5), '2026-10-05', '2026-10-05'],
])('a period %s', (_, from, to, first, last) => {
  expect(daysOf({ from, to }, now)).toEqual({ from: first, to: last })
})

it('a period without limits has three years', () => {
  expect(daysOf({ from: '', to: '' }, now)).toEqual({ from: '2023-10-21', to: '2026-10-20' })
})

it('periods have short names', () => {
  expect(periodName('2026-10-01', 'day', 'en-GB')).toBe('1 Oct')
  expect(periodName('2026-10-05', 'week', 'en-GB')).toBe('5 Oct 2026')
  expect(periodName('2026-10-01', 'month', 'en-GB')).toBe('Oct 2026')
})
