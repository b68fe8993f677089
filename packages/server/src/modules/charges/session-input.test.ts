import { describe, expect, test } from 'vitest'
import { rateSession } from './rate-session.ts'
import {
  priceInputOf,
  type RatedSession,
  registerOf,
  releasedAt,
  type StoredReading,
} from './session-input.ts'

const start = Date.UTC(2026, 10, 12, 20, 0)
const minute = 60_000

const session: RatedSession = {
  id: '01900000-0000-7000-8000-000000000001',
  number: 1,
  accountId: '01900000-0000-7000-8000-000000000002',
  stationId: '01900000-0000-7000-8000-000000000003',
  label: 'HAM-LAN-01',
  clientId: '01900000-0000-7000-8000-000000000004',
  isDemo: false,
  hasHold: false,
  state: 'finished',
  startedAt: start,
  stoppedAt: start + 30 * minute,
  meterStartWh: 1_000,
  meterStopWh: 6_000,
  flags: [],
  maxPowerW: 22_000,
  areTimesTrusted: true,
  timeZone: 'Europe/Berlin',
  readings: [],
  states: [],
  reservation: null,
}
const tariff = {
  currency: 'EUR',
  tax_included: 'YES' as const,
  vat: 1900,
  elements: [{ price_components: [{ type: 'ENERGY' as const, price: '0.42' }] }],
}
const inputOf = (change: Partial<RatedSession>, now?: number) =>
  priceInputOf({ ...session, ...change }, { tariff, offsets: [[0, 60]], ...(now !== undefined && { now }) })

describe('the meter readings of a session', () => {
  test.each<[string, StoredReading[], [number, number][]]>([
    ['none', [], []],
    [
      'are in the order of time',
      [
        [2, 20, null],
        [1, 10, null],
      ],
      [
        [1, 10],
        [2, 20],
      ],
    ],
    ['are cut to whole Wh', [[1, 10.99, null]], [[1, 10]]],
    [
      'are cut to whole Wh, also without phases',
      [
        [1, 10.99],
        [2, 12],
      ],
      [
        [1, 10],
        [2, 12],
      ],
    ],
    [
      'are those that are stored, if these are whole and in order',
      [
        [1, 10],
        [2, 12],
      ],
      [
        [1, 10],
        [2, 12],
      ],
    ],
    [
      'of one instant stay if they differ',
      [
        [1, 12, null],
        [1, 10, null],
        [1, 10, null],
      ],
      [
        [1, 10],
        [1, 12],
      ],
    ],
    [
      'are the sum of the phases, cut once',
      [
        [1, 3.5, 'L1'],
        [1, 3.5, 'L2'],
        [1, 3.4, 'L3'],
      ],
      [[1, 10]],
    ],
    [
      'are the total if it is reported beside the phases',
      [
        [1, 3, 'L1'],
        [1, 3, 'L2'],
        [1, 9, null],
      ],
      [[1, 9]],
    ],
    [
      'take the lower of two values of a phase',
      [
        [1, 3, 'L1'],
        [1, 4, 'L1'],
        [1, 5, 'L2-N'],
      ],
      [[1, 8]],
    ],
    [
      'do not count neutral, differences between phases, and what is no number',
      [
        [1, 5, 'N'],
        [1, 5, 'L1-L2'],
        [1, Number.NaN, null],
        [1, 7, 'L1'],
      ],
      [[1, 7]],
    ],
  ])('%s', (_, readings, expected) => {
    expect(registerOf(readings)).toEqual(expected)
  })
})

describe('the input of a price', () => {
  test('contains start, stop, meter and power', () => {
    expect(inputOf({}).session).toEqual({
      startedAt: start,
      stoppedAt: start + 30 * minute,
      meterStartWh: 1_000,
      meterStopWh: 6_000,
      samples: [],
      states: [],
      maxPowerW: 22_000,
      timesTrusted: true,
      held: false,
    })
  })

  test('has the statuses of OCPP in the order of time, without unknown ones', () => {
    const states: [number, string][] = [
      [3, 'finishing'],
      [1, 'charging'],
      [2, 'suspendedev'],
      [4, 'parked'],
    ]
    expect(inputOf({ states }).session!.states).toEqual([
      [1, 'Charging'],
      [2, 'SuspendedEV'],
      [3, 'Finishing'],
    ])
  })

  test.each([
    ['the station is not certified', { areTimesTrusted: false }],
    ['the station has no clock', { flags: ['clockless'] }],
    ['the time cannot be read', { flags: ['time-unreadable'] }],
    ['its clock was ahead', { flags: ['clock-ahead'] }],
    ['it stopped before its start', { flags: ['stopped-before-start'] }],
  ])('does not trust the times if %s', (_, change) => {
    expect(inputOf(change).session!.timesTrusted).toBe(false)
  })

  test('trusts times with flags that do not concern the clock', () => {
    expect(inputOf({ flags: ['stop-matched', 'no-energy', 'resolved'] }).session!.timesTrusted).toBe(true)
  })

  test('of a session that needs review is held', () => {
    expect(inputOf({ state: 'needs_review' }).session!.held).toBe(true)
  })

  test('of a running session has no stop and the current time', () => {
    const input = inputOf({ state: 'running', stoppedAt: null, meterStopWh: null }, start + minute)
    expect(input).toMatchObject({ session: { stoppedAt: null, meterStopWh: null }, now: start + minute })
  })

  test('of an ended session has the current time only while the vehicle occupies the connector for a fee', () => {
    const nowOf = (until: 'stop' | 'release', states: RatedSession['states'] = []) => {
      const definition = { ...tariff, idle: { grace_seconds: 0, until } }
      const prices = { versionId: session.id, definition, clientId: null }
      return rateSession({ ...session, states }, prices, start + 40 * minute).input.now
    }
    expect(nowOf('stop')).toBeUndefined()
    expect(nowOf('release')).toBe(start + 40 * minute)
    expect(nowOf('release', [[start + 35 * minute, 'available']])).toBeUndefined()
  })

  test('without a known power has none', () => {
    expect(inputOf({ maxPowerW: null }).session).not.toHaveProperty('maxPowerW')
  })

  test('contains the reservation', () => {
    const reservation = { from: start - 10 * minute, to: start, end: 'used' as const }
    expect(inputOf({ reservation }).reservation).toEqual(reservation)
  })
})

describe('the connector is free', () => {
  const stoppedAt = start + 30 * minute
  test.each<[string, [number, string][], number | null]>([
    ['not known', [[stoppedAt + 1, 'finishing']], null],
    [
      'at the first such state after the stop',
      [
        [stoppedAt + 9, 'available'],
        [stoppedAt + 5, 'reserved'],
        [stoppedAt - 5, 'available'],
      ],
      stoppedAt + 5,
    ],
    ['at the stop', [[stoppedAt, 'available']], stoppedAt],
  ])('%s', (_, states, expected) => {
    expect(releasedAt({ stoppedAt, states })).toBe(expected)
  })

  test('not while the session is running', () => {
    expect(releasedAt({ stoppedAt: null, states: [[1, 'available']] })).toBeNull()
  })
})
