import { describe, expect, test } from 'vitest'
import { availabilityOf, isPermitted, neviUptime } from './definitions.ts'
import { countOutages, intervalsOf, minutesOf, type StateRow, sumOf } from './timeline.ts'

const row = (evseNo: number, at: number, state: string): StateRow => ({ evseNo, at, state, errorCode: null })
const online = row(-1, 0, 'online')
const day = { from: 100, to: 1540 }
const short = (rows: StateRow[], gaps: { from: number; to: number }[] = []) =>
  intervalsOf(rows, day, gaps).map(({ from, to, state }) => `${from}-${to} ${state}`)

describe('the states of an EVSE', () => {
  test('are unknown until both the EVSE and the connection were reported', () => {
    expect(short([])).toEqual(['100-1540 unknown'])
    expect(short([row(-1, 200, 'online'), row(1, 230, 'operative')])).toEqual([
      '100-230 unknown',
      '230-1540 operative',
    ])
  })

  test('follow the EVSE, its station and the connection', () => {
    const rows = [
      online,
      row(1, 0, 'operative'),
      row(1, 200, 'faulted'),
      row(-1, 250, 'offline'),
      row(1, 300, 'operative'),
      row(-1, 400, 'online'),
      row(0, 500, 'unavailable'),
      row(0, 510, 'operative'),
      row(0, 600, 'disabled'),
      row(-1, 601, 'offline'),
    ]
    expect(short(rows)).toEqual([
      '100-200 operative',
      '200-250 faulted',
      '250-400 offline',
      '400-500 operative',
      '500-510 unavailable',
      '510-600 operative',
      '600-1540 disabled',
    ])
    expect(countOutages(intervalsOf(rows, day, []))).toBe(3)
  })

  test('are unknown again once the EVSE is removed', () => {
    expect(short([online, row(1, 0, 'operative'), row(1, 700, 'removed')])).toEqual([
      '100-700 operative',
      '700-1540 unknown',
    ])
  })

  test.each([
    ['a station that returns', [row(-1, 302, 'offline'), row(-1, 304, 'online')], '200-304 unknown'],
    [
      'a station that was disconnected before',
      [row(-1, 200, 'offline'), row(-1, 306, 'online')],
      '200-306 unknown',
    ],
    ['a station that stays away', [row(-1, 301, 'offline')], '200-310 unknown'],
    ['a station that stayed connected', [], '200-300 unknown'],
  ])('are unknown while no server ran: %s', (_, changes, expected) => {
    const found = short([online, row(1, 0, 'operative'), ...changes], [{ from: 200, to: 300 }])
    expect(found[1]).toBe(expected)
    expect(found[0]).toBe('100-200 operative')
  })
})

describe('minutes', () => {
  const all = { exclusions: [], closedIn: null }
  const intervals = intervalsOf(
    [online, row(1, 0, 'operative'), row(1, 200, 'faulted'), row(1, 300, 'operative')],
    day,
    [],
  )

  test('of exclusions count once, and only as far as there is an outage', () => {
    const exclusions = [
      { from: 0, to: 220 },
      { from: 210, to: 240 },
      { from: 290, to: 900 },
    ]
    expect(minutesOf(intervals, day, { exclusions, closedIn: null })).toEqual({
      minutes: 1440,
      outage: 100,
      excluded: 50,
      closed: 0,
      unknown: 0,
    })
  })

  test('of parts add up to those of the period', () => {
    const parts = [
      { from: 100, to: 250 },
      { from: 250, to: 1540 },
    ].map((part) => minutesOf(intervals, part, all))
    expect(sumOf(parts)).toEqual(minutesOf(intervals, day, all))
  })
})

describe('the definitions', () => {
  const minutes = { minutes: 44_580, outage: 1_995, excluded: 1_440, closed: 0, unknown: 64 }
  test('differ in how they treat excluded and unknown minutes', () => {
    expect(availabilityOf('afir', minutes)).toBe(98.71)
    expect(availabilityOf('nevi', { ...minutes, excluded: 1_200 })).toBe(98.22)
    expect(neviUptime({ outage: 1_995, excluded: 1_200 })).toBe(99.85)
  })

  test('give 100 only without an outage that counts, and nothing without data', () => {
    const one = { minutes: 44_580, outage: 1, excluded: 0, closed: 0, unknown: 0 }
    expect([availabilityOf('afir', one), availabilityOf('nevi', one)]).toEqual([99.99, 99.99])
    const none = { ...one, excluded: 1 }
    expect([availabilityOf('afir', none), availabilityOf('nevi', none)]).toEqual([100, 100])
    const unknown = { ...one, outage: 0, unknown: 44_580 }
    expect([availabilityOf('afir', unknown), availabilityOf('nevi', unknown)]).toEqual([null, null])
  })

  test('permit different reasons', () => {
    expect([isPermitted('afir', 'network_failure'), isPermitted('nevi', 'network_failure')]).toEqual([
      true,
      false,
    ])
    expect([isPermitted('afir', 'vandalism'), isPermitted('nevi', 'vandalism')]).toEqual([true, true])
  })
})
