import { expect, it } from 'vitest'
import { readDay, spansOf, textOfDay } from './opening-hours.ts'

const on = (weekday: number, begin: string, end: string) => ({
  weekday,
  period_begin: begin,
  period_end: end,
})
const hours = {
  twentyfourseven: false,
  regular_hours: [...[1, 2, 3, 4, 5].map((day) => on(day, '08:00', '18:00')), on(6, '20:00', '00:00')],
}

it.each([
  ['', []],
  ['8-18', [on(1, '08:00', '18:00')]],
  ['08:00–12:00, 14:30 - 24', [on(1, '08:00', '12:00'), on(1, '14:30', '00:00')]],
  ['25-26', null],
  ['8:60-9', null],
  ['24-8', null],
  ['open', null],
])('%s is read as %j', (text, periods) => {
  expect(readDay(text, 1)).toEqual(periods)
})

it('hours are written as they are read', () => {
  expect(textOfDay(hours, 6)).toBe('20:00–00:00')
  expect(readDay(textOfDay(hours, 6), 6)).toEqual([on(6, '20:00', '00:00')])
})

it('consecutive days with the same hours are grouped', () => {
  expect(spansOf(hours)).toEqual([
    { from: 1, to: 5, hours: '08:00–18:00' },
    { from: 6, to: 6, hours: '20:00–00:00' },
    { from: 7, to: 7, hours: '' },
  ])
})
