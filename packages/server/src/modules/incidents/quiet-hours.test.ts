import { expect, test } from 'vitest'
import { quietUntil } from './quiet-hours.ts'

const night = { from: '22:00', to: '06:30', timeZone: 'Europe/Berlin' }

test.each([
  ['before they begin', night, '2026-07-01T19:59:00Z', null],
  ['at their begin', night, '2026-07-01T20:00:00Z', '2026-07-02T04:30:00.000Z'],
  ['after midnight', night, '2026-07-02T01:15:40Z', '2026-07-02T04:30:00.000Z'],
  ['at their end', night, '2026-07-02T04:30:00Z', null],
  ['in the night in which summer time begins', night, '2026-03-28T22:00:00Z', '2026-03-29T04:30:00.000Z'],
  ['in the night in which summer time ends', night, '2026-10-24T21:00:00Z', '2026-10-25T05:30:00.000Z'],
  [
    'within a day',
    { from: '09:00', to: '17:00', timeZone: 'UTC' },
    '2026-07-01T16:59:59Z',
    '2026-07-01T17:00:00.000Z',
  ],
  ['without quiet hours', { from: null, to: null, timeZone: 'UTC' }, '2026-07-01T16:00:00Z', null],
  [
    'if begin and end are the same',
    { from: '09:00', to: '09:00', timeZone: 'UTC' },
    '2026-07-01T09:00:00Z',
    null,
  ],
])('quiet hours %s', (_, hours, now, end) => {
  expect(quietUntil(hours, new Date(now))?.toISOString() ?? null).toBe(end)
})
