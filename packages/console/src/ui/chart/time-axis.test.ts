import { expect, it } from 'vitest'
import { timeLabels } from './time-axis.ts'

const at = (text: string): number => Date.parse(text)

it('shows clock times, and the date where a day begins', () => {
  const labels = timeLabels('en-GB', 'UTC')
  const marks = ['2026-03-01T20:00Z', '2026-03-01T22:00Z', '2026-03-02T00:00Z', '2026-03-02T02:00Z'].map(at)
  expect(labels.ticks(marks, 7_200_000)).toEqual(['20:00', '22:00', '00:00\n2 Mar', '02:00'])
})

it('follows the step and the time zone', () => {
  const labels = timeLabels('de-DE', 'Europe/Berlin')
  expect(labels.ticks([at('2026-03-01T20:00:10Z')], 10_000)).toEqual(['21:00:10'])
  expect(labels.ticks([at('2026-03-01T23:00Z')], 86_400_000)).toEqual(['2. März'])
  expect(labels.exact(at('2026-07-01T20:00:10Z'))).toContain('22:00:10')
})

it('has seconds only if a reading is not at a full minute', () => {
  const labels = timeLabels('en-GB', 'UTC')
  const readings = ['2026-03-01T20:00Z', '2026-03-01T20:05Z'].map(at)
  expect(labels.exact(readings[0]!, readings)).toBe('1 Mar, 20:00')
  expect(labels.exact(readings[0]!, [...readings, at('2026-03-01T20:05:10Z')])).toBe('1 Mar, 20:00:00')
})
