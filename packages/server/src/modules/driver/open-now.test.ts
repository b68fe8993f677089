import { expect, test } from 'vitest'
import { isOpenAt } from './open-now.ts'

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
  ['12:00', { twentyfourseven: true }, true],
  ['12:00', null, null],
])('at %s UTC a place in Berlin with the hours %j is open: %s', (time, opening, isOpen) => {
  expect(isOpenAt(opening, 'Europe/Berlin', new Date(`2026-11-27T${time}:00Z`))).toBe(isOpen)
})
