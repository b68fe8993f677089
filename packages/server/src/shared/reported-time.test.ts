import { describe, expect, it } from 'vitest'
import { reportedTime } from './reported-time.ts'

const received = new Date('2026-06-01T12:00:00Z')

// Proves G36
describe('the time that a station means', () => {
  it.each([
    // as the standard requires, and replays of any age
    ['2026-06-01T11:59:59Z', '2026-06-01T11:59:59.000Z', false, []],
    ['2026-06-01T11:59:59.123456Z', '2026-06-01T11:59:59.123Z', false, []],
    ['2026-06-01T13:59:59+02:00', '2026-06-01T11:59:59.000Z', false, []],
    ['2026-05-01T00:00:00Z', '2026-05-01T00:00:00.000Z', false, []],
    ['2020-01-01T00:00:00Z', '2020-01-01T00:00:00.000Z', false, []],
    // variants of the format
    ['2026-06-01T13:59:59+02', '2026-06-01T11:59:59.000Z', false, []],
    ['2026-06-01T13:59:59+0200', '2026-06-01T11:59:59.000Z', false, []],
    ['2026-06-01 11:59:59Z', '2026-06-01T11:59:59.000Z', false, []],
    ['2026-06-01T11:59Z', '2026-06-01T11:59:00.000Z', false, []],
    ['1780315199', '2026-06-01T11:59:59.000Z', false, []],
    ['2026-06-01T11:59:59', '2026-06-01T11:59:59.000Z', false, ['time-without-zone']],
    // clocks that are ahead
    ['2026-06-01T12:10:00Z', '2026-06-01T12:10:00.000Z', false, []],
    ['2026-06-01T12:10:01Z', '2026-06-01T12:00:00.000Z', false, ['clock-ahead']],
    ['2026-06-01T14:00:00Z', '2026-06-01T12:00:00.000Z', false, ['clock-ahead']],
    ['2026-06-02T12:00:00Z', '2026-06-01T12:00:00.000Z', false, ['clock-ahead']],
    ['2026-06-01T14:00:00', '2026-06-01T12:00:00.000Z', false, ['time-without-zone', 'clock-ahead']],
    // no usable clock
    ['2026-06-02T12:00:01Z', '2026-06-01T12:00:00.000Z', true, ['clockless']],
    ['1970-01-01T00:00:12Z', '2026-06-01T12:00:00.000Z', true, ['clockless']],
    ['2000-01-01T00:00:00Z', '2026-06-01T12:00:00.000Z', true, ['clockless']],
    ['2019-12-31T23:59:59Z', '2026-06-01T12:00:00.000Z', true, ['clockless']],
    ['9999-01-01T00:00:00Z', '2026-06-01T12:00:00.000Z', true, expect.anything()],
    ['', '2026-06-01T12:00:00.000Z', true, ['time-unreadable']],
    ['yesterday', '2026-06-01T12:00:00.000Z', true, ['time-unreadable']],
    ['2026-13-45T99:00:00Z', '2026-06-01T12:00:00.000Z', true, ['time-unreadable']],
    ['\0', '2026-06-01T12:00:00.000Z', true, ['time-unreadable']],
  ])('%j is %s', (text, at, isClockless, flags) => {
    const reported = reportedTime(text, received, null)
    expect([reported.at.toISOString(), reported.isClockless, reported.flags]).toEqual([
      at,
      isClockless,
      flags,
    ])
  })

  it('is the time of receipt if none was sent', () => {
    expect(reportedTime(undefined, received, null)).toEqual({ at: received, isClockless: false, flags: [] })
  })

  // Proves Q10
  it('is in the zone of the station if the text has none', () => {
    const reported = reportedTime('2026-06-01T13:00:00', received, 'Europe/Berlin')
    expect([reported.at.toISOString(), reported.flags]).toEqual(['2026-06-01T11:00:00.000Z', []])
    expect(reportedTime('2026-06-01T11:00:00', received, 'No/Where').at.toISOString()).toBe(
      '2026-06-01T11:00:00.000Z',
    )
  })
})
