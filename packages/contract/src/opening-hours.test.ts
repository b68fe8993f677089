import { expect, test } from 'vitest'
import { isOpenAt } from './opening-hours.ts'

const hours = (...periods: [weekday: number, begin: string, end: string][]) => ({
  twentyfourseven: false,
  regular_hours: periods.map(([weekday, period_begin, period_end]) => ({
    weekday,
    period_begin,
    period_end,
  })),
})

// 27 November 2026 is a Friday
test.each([
  ['07:59', hours([5, '09:00', '17:00']), false],
  ['08:00', hours([5, '09:00', '17:00']), true],
  ['15:59', hours([5, '09:00', '17:00']), true],
  ['16:00', hours([5, '09:00', '17:00']), false],
  ['12:00', hours([6, '09:00', '17:00']), false],
  ['22:59', hours([5, '09:00', '00:00']), true],
  ['23:00', hours([5, '09:00', '00:00']), false],
  ['23:00', hours([6, '00:00', '06:00']), true],
  ['12:00', { twentyfourseven: true }, true],
  ['12:00', null, null],
])('at %s UTC a site in Berlin with the hours %j is open: %s', (time, opening, isOpen) => {
  expect(isOpenAt(opening, 'Europe/Berlin', new Date(`2026-11-27T${time}:00Z`))).toBe(isOpen)
})

test('without a time zone it is known only of a site that never closes', () => {
  expect(isOpenAt(hours([5, '00:00', '00:00']), null, 0)).toBeNull()
  expect(isOpenAt({ twentyfourseven: true }, null, 0)).toBe(true)
})
