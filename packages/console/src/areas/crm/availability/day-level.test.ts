import { expect, test } from 'vitest'
import { levelOf, readDay } from './day-level.ts'
import { shiftMonth } from '../../../lib/month.ts'

test.each([
  [[0, 0, 0], 1, 'none'],
  [[14, 0, 0], 1, 'short'],
  [[28, 0, 0], 2, 'short'],
  [[15, 0, 0], 1, 'medium'],
  [[145, 0, 0], 1, 'long'],
  [[600, 600, 0], 1, 'excluded'],
  [[600, 590, 0], 1, 'short'],
  [[0, 0, 1440], 1, 'unknown'],
])('a day with %j minutes of %i connectors is drawn as %s', (day, evses, level) => {
  expect(levelOf(readDay(day, evses))).toBe(level)
})

test('months follow each other across years', () => {
  expect([shiftMonth('2026-01', -1), shiftMonth('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
})
