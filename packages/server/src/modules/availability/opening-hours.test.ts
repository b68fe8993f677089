import { describe, expect, test } from 'vitest'
import { offsetsIn } from '../../shared/zone-offsets.ts'
import { closedHours } from './opening-hours.ts'

const minute = (instant: string): number => Date.parse(instant) / 60_000
const hours = (...periods: [number, string, string][]) => ({
  twentyfourseven: false,
  regular_hours: periods.map(([weekday, period_begin, period_end]) => ({
    weekday,
    period_begin,
    period_end,
  })),
})
const everyDay = (begin: string, end: string) =>
  hours(...[1, 2, 3, 4, 5, 6, 7].map((day): [number, string, string] => [day, begin, end]))

const text = (at: number) => new Date(at * 60_000).toISOString().slice(5, 16)

/** Returns the closed parts of a span, in UTC. */
const closed = (opening: Parameters<typeof closedHours>[0], timeZone: string, span: [string, string]) => {
  const period = { from: minute(span[0]), to: minute(span[1]) }
  const found = closedHours(opening, offsetsIn(timeZone, period))(period)
  return found.map(({ from, to }) => `${text(from)} ${text(to)}`)
}

describe('the closed hours', () => {
  test('follow the local time of each weekday', () => {
    // 27 November 2026 is a Friday
    const opening = hours([5, '08:00', '12:00'], [5, '13:00', '00:00'], [6, '00:00', '02:00'])
    expect(closed(opening, 'Europe/Berlin', ['2026-11-27T00:00Z', '2026-11-28T12:00Z'])).toEqual([
      '11-27T00:00 11-27T07:00',
      '11-27T11:00 11-27T12:00',
      '11-28T01:00 11-28T12:00',
    ])
  })

  test('move with daylight saving time in spring, and leave out the missing hour', () => {
    const span: [string, string] = ['2026-03-28T12:00Z', '2026-03-30T12:00Z']
    expect(closed(everyDay('02:30', '20:00'), 'Europe/Berlin', span)).toEqual([
      '03-28T19:00 03-29T01:00',
      '03-29T18:00 03-30T00:30',
    ])
    expect(closed(everyDay('02:00', '03:00'), 'Europe/Berlin', span)).toEqual([
      '03-28T12:00 03-30T00:00',
      '03-30T01:00 03-30T12:00',
    ])
  })

  test('have the repeated hour of autumn twice', () => {
    const span: [string, string] = ['2026-10-24T20:00Z', '2026-10-25T04:00Z']
    expect(closed(everyDay('02:00', '02:30'), 'Europe/Berlin', span)).toEqual([
      '10-24T20:00 10-25T00:00',
      '10-25T00:30 10-25T01:00',
      '10-25T01:30 10-25T04:00',
    ])
  })

  test.each([
    ['Asia/Kathmandu', '02:15', '12:15'],
    ['America/New_York', '13:00', '23:00'],
    ['UTC', '08:00', '18:00'],
  ])('use the offset of the time zone: %s', (timeZone, begin, end) => {
    expect(closed(everyDay('08:00', '18:00'), timeZone, ['2026-12-01T00:00Z', '2026-12-02T00:00Z'])).toEqual([
      `12-01T00:00 12-01T${begin}`,
      `12-01T${end} 12-02T00:00`,
    ])
  })

  test('do not exist at a site that is always open', () => {
    const week: [string, string] = ['2026-12-01T00:00Z', '2026-12-08T00:00Z']
    expect(closed({ twentyfourseven: true }, 'UTC', week)).toEqual([])
  })
})
