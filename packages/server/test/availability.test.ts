import {
  availabilityFigures,
  availabilityGet,
  availabilityList,
  availabilityTargetList,
  availabilityTargetSet,
  exclusionSet,
  siteSet,
  stationFigures,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let stranger: TestUser
let station: string
let site: string

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  stranger = await server.user('stan', { accountId: await server.addAccount('other') })
  const place = { id: null, label: 'Landungsbrücken', timezone: 'Europe/Berlin' }
  site = (await server.request(siteSet, place, operator)).id
  station = (await server.request(stationSet, { id: null, identity: 'HAM-1', site }, operator)).station.id
  const evse = { account_id: operator.accountId, station_id: station, state: 'available' }
  await server.db
    .insertInto('evses')
    .values([1, 2].map((evse_no) => ({ ...evse, id: newId(), evse_no })))
    .execute()
  await addMonth()
})
afterAll(() => server.close())

/** Adds states as `number date hour:minute state`, in the time of Berlin: CET until 29 March 2026, 02:00. */
const add = (lines: string, station_id = station, account_id = operator.accountId) =>
  server.db
    .insertInto('evse_states')
    .values(
      lines
        .trim()
        .split('\n')
        .map((line) => {
          const [number, at, state] = line.trim().split(/ +/) as [string, string, 'online' | 'operative']
          return {
            station_id,
            evse_no: Number(number),
            at: berlin(at),
            account_id,
            state,
          }
        }),
    )
    .execute()
const berlin = (at: string) => new Date(`${at}${at < '2026-03-29T03' ? '+01:00' : '+02:00'}`)

/**
 * Adds the outages of March 2026, which has 44,580 minutes in Berlin.
 *
 * | | EVSE 1 | EVSE 2 |
 * |---|---|---|
 * | 3 March, 10:00 to 12:30, faulted | 150 | |
 * | 10 March 08:00 to 11 March 06:00, unavailable; maintenance until 04:00 | 1,320, excluded 1,200 | |
 * | 15 March, 00:00 to 06:00, offline; network failure 01:00 to 05:00 | 360, excluded 240 (AFIR only) | the same |
 * | 15 March, 05:30 to 07:00, faulted | 60 more | |
 * | 20 March, 12:00 to 13:00, no server; connected at 13:04 | 64 unknown | 64 unknown |
 * | 24 March 20:00 to 25 March 10:00, faulted; vandalism at the site from 00:00 to 12:00 | | 840, excluded 600 |
 * | 29 March, 01:30 CET to 04:15 CEST, faulted | 105 | |
 */
async function addMonth() {
  await add(`
    -1 2026-02-20T09:00 online
    1  2026-02-20T09:00 operative
    2  2026-02-20T09:01 operative
    1  2026-03-03T10:00 faulted
    1  2026-03-03T12:30 operative
    1  2026-03-10T08:00 unavailable
    1  2026-03-11T06:00 operative
    -1 2026-03-15T00:00 offline
    1  2026-03-15T05:30 faulted
    -1 2026-03-15T06:00 online
    1  2026-03-15T07:00 operative
    -1 2026-03-20T13:01 offline
    -1 2026-03-20T13:04 online
    2  2026-03-24T20:00 faulted
    2  2026-03-25T10:00 operative
    1  2026-03-29T01:30 faulted
    1  2026-03-29T04:15 operative
    1  2026-04-02T00:00 faulted`)
  await server.db
    .insertInto('server_gaps')
    .values({ starts_at: berlin('2026-03-20T12:00'), ends_at: berlin('2026-03-20T13:00') })
    .execute()
  const exclude = (fields: object, from: string, to: string) =>
    server.request(
      exclusionSet,
      {
        id: null,
        reason: 'scheduled_maintenance',
        description: 'Work',
        evidence: 'Order 77',
        from: berlin(from).toISOString(),
        to: berlin(to).toISOString(),
        ...fields,
      },
      operator,
    )
  await exclude({ stationid: station, connectorid: 1 }, '2026-03-10T07:00', '2026-03-11T04:00')
  await exclude({ stationid: station, reason: 'network_failure' }, '2026-03-15T01:00', '2026-03-15T05:00')
  await exclude({ siteid: site, reason: 'vandalism' }, '2026-03-25T00:00', '2026-03-25T12:00')
}

const month = '2026-03'
type Definition = 'afir' | 'nevi'
const list = (body: object, who = operator) =>
  server.request(availabilityList, { month, definition: 'afir', ...body }, who)

describe('a month of scripted outages', () => {
  test.each([
    // (44,580 - 64 - 1,995) / (44,580 - 64 - 1,440), and (44,516 - 1,200) / (44,516 - 840)
    [
      'afir',
      { connectorid: 1, outage: 1_995, excluded: 1_440, unknown: 64, availability: 98.71, uptime: null },
    ],
    [
      'afir',
      { connectorid: 2, outage: 1_200, excluded: 840, unknown: 64, availability: 99.18, uptime: null },
    ],
    // (44,580 - (1,995 - 1,200)) / 44,580, and (525,600 - 795) / 525,600
    [
      'nevi',
      { connectorid: 1, outage: 1_995, excluded: 1_200, unknown: 64, availability: 98.22, uptime: 99.85 },
    ],
    [
      'nevi',
      { connectorid: 2, outage: 1_200, excluded: 600, unknown: 64, availability: 98.65, uptime: 99.89 },
    ],
  ] as const)('equals the table computed by hand: %s', async (definition, expected) => {
    const rows = await list({ definition })
    expect(rows.map(({ connectorid }) => connectorid)).toEqual([1, 2])
    const row = rows.find(({ connectorid }) => connectorid === expected.connectorid)!
    expect(row).toMatchObject({
      minutes: 44_580,
      identity: 'HAM-1',
      sitename: 'Landungsbrücken',
      ...expected,
    })
    expect(row.days).toHaveLength(31)
    const sums = [0, 1, 2].map((part) => row.days.reduce((sum, day) => sum + day[part]!, 0))
    expect(sums).toEqual([expected.outage, expected.excluded, expected.unknown])
  })

  test.each([
    // 915 of 86,752 minutes, and 1,395 of 89,160
    ['afir', 98.95],
    ['nevi', 98.44],
  ] as const)('is summed per station, site and network: %s', async (definition, availability) => {
    for (const by of ['station', 'site', 'network'])
      expect(await list({ definition, by })).toMatchObject([
        { evses: 2, minutes: 89_160, outage: 3_195, unknown: 128, availability },
      ])
    const total = await server.request(availabilityFigures, { month, definition, target: 98.5 }, operator)
    const below = definition === 'afir' ? 0 : 1
    expect(total).toMatchObject({ evses: 2, sites: 1, outage: 3_195, outages: 6, availability, below })
  })

  test('shows each interval with its exclusions', async () => {
    const body = { id: station, connectorid: 1, month, definition: 'afir' as Definition }
    const { intervals, timezone } = await server.request(availabilityGet, body, operator)
    expect(timezone).toBe('Europe/Berlin')
    const outages = intervals.filter(({ state }) => state !== 'operative')
    expect(outages.map(({ state, minutes, exclusions }) => [state, minutes, exclusions.length])).toEqual([
      ['faulted', 150, 0],
      ['unavailable', 1_320, 1],
      ['offline', 360, 1],
      ['faulted', 60, 0],
      ['unknown', 64, 0],
      ['faulted', 105, 0],
    ])
    expect(intervals.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(44_580)
  })

  test('is exported with the titles of the caller', async () => {
    const sheet = {
      timezone: 'Europe/Berlin',
      columns: [
        { field: 'identity', title: 'Station' },
        { field: 'availability', title: 'Available' },
      ],
    }
    const reply = await server.post(
      '/api/v1/availability/list?format=csv',
      { month, definition: 'nevi', by: 'station', sheet },
      operator.token,
    )
    expect(String(reply.body)).toContain('HAM-1,98.44')
  })

  test('counts minutes until now, and none of the future', async () => {
    const next = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 7)
    expect(await list({ month: next })).toMatchObject([
      { minutes: 0, availability: null },
      { minutes: 0, availability: null },
    ])
  })
})

const hours = (weekday: number, period_begin: string, period_end: string) => ({
  weekday,
  period_begin,
  period_end,
})

const rowsOf = async (definition: Definition) =>
  (await list({ definition })).map(({ target, reached }) => [target, reached])
const setTarget = (body: { site?: string; target: number | null }, who = operator) =>
  server.request(availabilityTargetSet, body, who)

describe('the target', () => {
  test('is that of the definition, of the account or of the site', async () => {
    // 98.71 and 99.18, and 98.22 and 98.65
    expect(await rowsOf('afir')).toEqual([
      [98, true],
      [98, true],
    ])
    expect(await rowsOf('nevi')).toEqual([
      [97, true],
      [97, true],
    ])
    await setTarget({ target: 98.5 })
    expect(await rowsOf('nevi')).toEqual([
      [98.5, false],
      [98.5, true],
    ])
    // AFIR: at least, NEVI: more than the target
    await setTarget({ site, target: 98.71 })
    expect(await rowsOf('afir')).toEqual([
      [98.71, true],
      [98.71, true],
    ])
    await setTarget({ site, target: 98.65 })
    expect(await rowsOf('nevi')).toEqual([
      [98.65, false],
      [98.65, false],
    ])
    const figures = await server.request(availabilityFigures, { month, definition: 'nevi' }, operator)
    expect(figures).toMatchObject({ target: 98.65, reached: false, below: 2 })
    expect(await server.request(availabilityTargetList, {}, operator)).toMatchObject({
      target: 98.5,
      sites: [{ site, sitename: 'Landungsbrücken', target: 98.65 }],
    })
    await setTarget({ site, target: null })
    await setTarget({ target: null })
    expect((await rowsOf('afir'))[0]).toEqual([98, true])
  })

  test('is that of the own account only', async () => {
    const refused = await server.requestError(availabilityTargetSet, { site, target: 90 }, stranger)
    expect(refused.code).toBe('site.not_found')
    await setTarget({ target: 90 }, stranger)
    expect((await rowsOf('afir'))[0]).toEqual([98, true])
    expect(await server.request(availabilityTargetList, {}, stranger)).toEqual({ target: 90, sites: [] })
  })
})

/**
 * Outage of a site that opens Monday to Friday from 06:00 to 22:00, on Saturday from 08:00 to 20:00 and on Sunday from
 * 01:30 to 03:30. On Sunday, 29 March, the clock goes from 02:00 to 03:00.
 *
 * | faulted from Saturday, 28 March, 18:00 to Monday, 30 March, 09:00 | minutes | open |
 * |---|---|---|
 * | Saturday | 360 | 18:00 to 20:00: 120 |
 * | Sunday | 1,380 | 01:30 to 02:00 and 03:00 to 03:30: 60 |
 * | Monday | 540 | 06:00 to 09:00: 180 |
 * | all | 2,280 | 360, so 1,920 closed |
 * | vandalism, Saturday 19:00 to Sunday 12:00 | 300 + 660 = 960 | 60 + 60 = 120 |
 */
describe('outages outside of opening hours', () => {
  let owner: TestUser
  beforeAll(async () => {
    const accountId = await server.addAccount('hours')
    owner = await server.user('hanna', { accountId })
    const regular_hours = [
      ...[1, 2, 3, 4, 5].map((weekday) => hours(weekday, '06:00', '22:00')),
      hours(6, '08:00', '20:00'),
      hours(7, '01:30', '03:30'),
    ]
    const openinghours = { twentyfourseven: false, regular_hours }
    const place = { id: null, label: 'Hafen', timezone: 'Europe/Berlin', openinghours }
    const { id: ofHours } = await server.request(siteSet, place, owner)
    const body = { id: null, identity: 'HAM-2', site: ofHours }
    const { id } = (await server.request(stationSet, body, owner)).station
    await server.db
      .insertInto('evses')
      .values({ id: newId(), account_id: accountId, station_id: id, evse_no: 1, state: 'available' })
      .execute()
    const states = `
      -1 2026-02-20T09:00 online
      1  2026-02-20T09:00 operative
      1  2026-03-28T18:00 faulted
      1  2026-03-30T09:00 operative`
    await add(states, id, accountId)
    const period = {
      from: berlin('2026-03-28T19:00').toISOString(),
      to: berlin('2026-03-29T12:00').toISOString(),
    }
    const reason = { reason: 'vandalism' as const, description: 'Cable cut', evidence: 'Police report 3' }
    await server.request(exclusionSet, { id: null, siteid: ofHours, ...reason, ...period }, owner)
  })

  test.each([
    // 60 minutes without a server: (44,520 - 2,280) / (44,520 - 960)
    ['afir', undefined, { excluded: 960, closed: 0, unknown: 60, availability: 96.97 }],
    // 1,920 + 120 are excluded: (44,520 - 2,280) / (44,520 - 2,040)
    ['afir', 'open', { excluded: 2_040, closed: 1_920, availability: 99.44 }],
    // (44,580 - 240) / 44,580, and (525,600 - 240) / 525,600
    ['nevi', undefined, { excluded: 2_040, closed: 1_920, availability: 99.46, uptime: 99.95 }],
    ['nevi', 'all', { excluded: 960, closed: 0, availability: 97.04, uptime: 99.75 }],
  ] as const)('count as the definition and the request say: %s, %s', async (definition, which, expected) => {
    const body = { definition, ...(which && { hours: which }) }
    expect(await list(body, owner)).toMatchObject([{ minutes: 44_580, outage: 2_280, ...expected }])
  })

  test('are shown with each outage', async () => {
    const [row] = await list({}, owner)
    const body = { id: row!.stationid!, connectorid: 1, month, definition: 'nevi' as Definition }
    const { intervals } = await server.request(availabilityGet, body, owner)
    expect(intervals.map(({ state, closed }) => [state, closed])).toEqual([
      ['operative', 0],
      ['unknown', 0],
      ['operative', 0],
      ['faulted', 1_920],
      ['operative', 0],
    ])
  })
})

/** Returns the beginning of the current minute, a number of days earlier. */
const daysBefore = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 - days * 86_400_000)

test('the last thirty days of a station have availability, faults, connections and firmware', async () => {
  const { station: own } = await server.request(stationSet, { id: null, identity: 'RECENT' }, operator)
  const { accountId: account_id } = operator
  const evse = { account_id, station_id: own.id, evse_no: 1, state: 'available' }
  await server.db
    .insertInto('evses')
    .values({ ...evse, id: newId() })
    .execute()
  const event = async (hoursAgo: number, kind: string, details: object) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000)
    const row = { account_id, station_id: own.id, kind, at, details: JSON.stringify(details) }
    await server.db
      .insertInto('activity')
      .values({ ...row, id: sql<number>`activity_id(${at})` })
      .execute()
  }
  await event(1000, 'booted', { firmware: '1.0' })
  await event(1000, 'fault_raised', { errorcode: 'OtherError' })
  await event(30, 'booted', { firmware: '1.1' })
  await event(29, 'booted', { firmware: '1.1' })
  await event(28, 'connected', {})
  await event(20, 'fault_raised', { errorcode: 'OtherError', vendorerrorcode: 'E-17' })
  await event(10, 'fault_raised', { errorcode: 'GroundFailure' })
  await event(9, 'fault_raised', { errorcode: 'GroundFailure' })
  const row = { account_id, station_id: own.id }
  await server.db
    .insertInto('evse_states')
    .values([
      { ...row, evse_no: -1, at: daysBefore(60), state: 'online' },
      { ...row, evse_no: 1, at: daysBefore(60), state: 'operative' },
      { ...row, evse_no: 1, at: daysBefore(3), state: 'faulted' },
      { ...row, evse_no: 1, at: daysBefore(2), state: 'operative' },
    ])
    .execute()
  const figures = await server.request(stationFigures, { id: own.id }, operator)
  expect(figures).toMatchObject({
    connectors: 1,
    outages: 1,
    reconnects: 1,
    faults: [
      { errorcode: 'GroundFailure', count: 2 },
      { errorcode: 'E-17', count: 1 },
    ],
    firmware: [{ version: '1.1' }, { version: '1.0' }],
  })
  expect(figures.days).toHaveLength(30)
  expect(figures.days.reduce((sum, [outage = 0]) => sum + outage, 0)).toBe(1440)
  expect(figures.availability).toBeGreaterThan(96)
  expect(figures.availability).toBeLessThan(97)
})

// Proves L155
test('EVSEs beyond the limit of a request are refused', async () => {
  const many = await server.user('many', { accountId: await server.addAccount('many') })
  await sql`insert into stations (id, account_id, identity)
    select gen_random_uuid(), ${many.accountId}, 'M-' || n from generate_series(1, 201) n`.execute(server.db)
  await sql`insert into evses (id, account_id, station_id, evse_no)
    select gen_random_uuid(), account_id, id, n from stations, generate_series(1, 100) n
    where account_id = ${many.accountId}`.execute(server.db)
  const refused = await server.requestError(availabilityList, { month, definition: 'afir' }, many)
  expect(refused).toMatchObject({ code: 'availability.too_many' })
})
