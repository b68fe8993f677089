import { describe, expect, test } from 'vitest'
import { readStationTime } from './station-time.ts'

const NOON = '2026-03-14T12:00:00.000Z'

// Proves P21, G36
describe('formats with a time zone', () => {
  test.each([
    ['2026-03-14T12:00:00Z', NOON],
    ['2026-03-14T12:00:00.000Z', NOON],
    ['2026-03-14T12:00:00.5Z', '2026-03-14T12:00:00.500Z'],
    ['2026-03-14T12:00:00.1239Z', '2026-03-14T12:00:00.123Z'],
    ['2026-03-14T12:00:00.123456789Z', '2026-03-14T12:00:00.123Z'],
    ['2026-03-14T12:00:00,25Z', '2026-03-14T12:00:00.250Z'],
    ['2026-03-14T13:00:00+01:00', NOON],
    ['2026-03-14T07:00:00-05:00', NOON],
    ['2026-03-14T12:00:00+00:00', NOON],
    ['2026-03-14T12:00:00-00:00', NOON],
    ['2026-03-14T17:30:00+05:30', NOON],
    ['2026-03-14T14:00:00+02', NOON],
    ['2026-03-14T15:00:00.000+03', NOON],
    ['2026-03-14T15:00:00+3', NOON],
    ['2026-03-14T14:00:00+0200', NOON],
    ['2026-03-14T14:00:00 +02:00', NOON],
    ['2026-03-14 12:00:00Z', NOON],
    ['2026-03-14 12:00:00 UTC', NOON],
    ['2026-03-14T12:00:00 GMT', NOON],
    ['2026-03-14t12:00:00z', NOON],
    [' 2026-03-14T12:00:00Z ', NOON],
    ['2026-03-14T12:00Z', NOON],
    ['2026-3-14T12:00:00Z', NOON],
    ['20260314T120000Z', NOON],
    ['20260314T120000.000+0000', NOON],
    ['2026-03-13T24:00:00Z', '2026-03-14T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1970-01-01T00:00:00+03:00', '1969-12-31T21:00:00.000Z'],
    ['2000-01-01T00:00:12Z', '2000-01-01T00:00:12.000Z'],
    ['2099-12-31T23:59:59Z', '2099-12-31T23:59:59.000Z'],
    ['1773489600', NOON],
    ['1773489600000', NOON],
    ['1773489600000000', NOON],
  ])('%s', (text, iso) => {
    const { at, hadZone } = readStationTime(text, 'America/New_York')
    expect(at?.toISOString()).toBe(iso)
    expect(hadZone).toBe(true)
  })
})

// Proves G36
describe('formats without a time zone', () => {
  const forms = [
    '2026-03-14T12:00:00',
    '2026-03-14T12:00:00.000',
    '2026-03-14 12:00:00',
    '2026-03-14T12:00',
    '20260314T120000',
    '20260314120000',
  ]
  test.each(forms)('reads %s as UTC if the time zone of the station is unknown', (text) => {
    expect(readStationTime(text)).toMatchObject({ at: new Date(NOON), hadZone: false, isStrict: false })
  })

  test.each(forms)('reads %s in the time zone of the station', (text) => {
    expect(readStationTime(text, 'Asia/Tokyo').at?.toISOString()).toBe('2026-03-14T03:00:00.000Z')
  })

  test('reads a date alone as its midnight', () => {
    expect(readStationTime('2026-03-14').at?.toISOString()).toBe('2026-03-14T00:00:00.000Z')
  })

  test.each([
    ['2026-01-15T12:00:00', '2026-01-15T11:00:00.000Z'],
    ['2026-07-15T12:00:00', '2026-07-15T10:00:00.000Z'],
    ['2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
    ['2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
    ['2026-10-25T04:00:00', '2026-10-25T03:00:00.000Z'],
    ['1970-01-01T00:00:00', '1969-12-31T23:00:00.000Z'],
  ])('applies summer time to %s in Berlin', (text, iso) => {
    expect(readStationTime(text, 'Europe/Berlin').at?.toISOString()).toBe(iso)
  })

  test('reads an unknown time zone as UTC and never throws', () => {
    expect(readStationTime('2026-03-14T12:00:00', 'Mars/Olympus').at?.toISOString()).toBe(NOON)
  })
})

// Proves G36
describe('invalid times', () => {
  test.each([
    '',
    ' ',
    'null',
    'NaN',
    'now',
    '2026',
    '12:00:00',
    '2026-13-01T00:00:00Z',
    '2026-00-10T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-03-14T25:00:00Z',
    '2026-03-14T24:00:01Z',
    '2026-03-14T12:60:00Z',
    '2026-03-14T12:00:61Z',
    '2026-03-14T12:00:00+24:00',
    '2026-03-14T12:00:00+02:60',
    '2026-03-14T12:00:00Z trailing',
    '14.03.2026 12:00:00',
    '03/14/2026 12:00:00',
    '0000-00-00T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '99999-01-01T00:00:00Z',
    '123456789012',
    '-1',
    '\0',
    '9'.repeat(100_000),
  ])('%j', (text) => {
    expect(readStationTime(text)).toEqual({ at: null, hadZone: false, isStrict: false })
  })
})

test('calls only RFC 3339 with a time zone strict', () => {
  for (const text of ['2026-03-14T12:00:00Z', '2026-03-14T12:00:00.123456Z', '2026-03-14T13:00:00+01:00'])
    expect(readStationTime(text).isStrict).toBe(true)
  for (const text of ['2026-03-14 12:00:00Z', '2026-03-14T12:00Z', '2026-03-14T15:00:00+03', '1773489600'])
    expect(readStationTime(text).isStrict).toBe(false)
})
