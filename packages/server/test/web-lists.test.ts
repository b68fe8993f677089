import {
  cardList,
  connectorList,
  availabilityTargetList,
  driverPlaceList,
  type Endpoint,
  endpoints,
  incidentEscalationList,
  incidentRuleList,
  ocppLogGet,
  ocppLogList,
  unmatchedList,
  search,
  sessionList,
  stationCells,
  stationCount,
  stationGet,
  stationList,
  stationMap,
  stationStatesCount,
  workflowStateDelete,
  workflowStateSet,
  transactionGet,
  transactionList,
  transactionSum,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
let foreign: TestUser
let driver: TestUser
const stationIds: string[] = []

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine')
  foreign = await server.user('foreign', { accountId: await server.addAccount('other') })
  driver = await server.user('driver', { interface: 'driver' })
  await seed()
})
afterAll(() => server.close())

const at = (minutes: number) => new Date(Date.UTC(2026, 5, 1, 8, minutes))

async function seed(): Promise<void> {
  const { accountId } = mine
  for (let n = 0; n < 12; n++) stationIds.push(newId())
  await server.db
    .insertInto('stations')
    .values(
      stationIds.map((id, n) => ({
        id,
        account_id: accountId,
        identity: `CP-${String(n).padStart(2, '0')}`,
        label: n % 3 === 0 ? null : `Label ${n % 4}`,
        type: n === 11 ? ('private' as const) : ('public' as const),
        state: n === 10 ? ('deleted' as const) : ('available' as const),
        is_connected: n < 4,
        display_state: n === 0 ? 'faulted' : 'available',
        lat: n < 6 ? 50 + n : null,
        lng: n < 6 ? 8 : null,
      })),
    )
    .execute()
  await server.db
    .insertInto('evses')
    .values(
      [0, 1, 2].map((no) => ({
        id: newId(),
        account_id: accountId,
        station_id: stationIds[0]!,
        evse_no: no,
      })),
    )
    .execute()
  const card = newId()
  await server.db
    .insertInto('cards')
    .values({ id: card, account_id: accountId, owner_id: driver.id, code: 'TAG', code_folded: 'tag' })
    .execute()
  await server.db
    .insertInto('transactions')
    .values(
      Array.from({ length: 2300 }, (_, n) => ({
        id: newId(),
        number: n + 1,
        account_id: accountId,
        station_id: stationIds[n % 9]!,
        evse_no: 1,
        id_tag: n === 5 ? '=cmd|calc' : 'TAG',
        id_tag_folded: 'tag',
        card_id: n < 3 ? card : null,
        decision: 'Accepted',
        start_key: String(n),
        // several begin in the same minute: only the key distinguishes them
        started_at: at(Math.floor(n / 7)),
        stopped_at: n % 10 === 0 ? null : at(n),
        meter_start_wh: 1000,
        meter_stop_wh: n % 10 === 0 ? null : 1000 + n,
        energy_wh: n % 10 === 0 ? 0 : n,
        state: n % 10 === 0 ? ('running' as const) : ('finished' as const),
        flags: n === 7 ? ['clockless'] : [],
      })),
    )
    .execute()
}

const identities = (rows: { identity: string }[]) => rows.map((row) => row.identity)
const numbers = (rows: { transactionid: number }[]) => rows.map((row) => row.transactionid)

const cells = (box: number[], zoom: number, who = mine) => server.request(stationCells, { box, zoom }, who)

/** Returns the number of stations that the map shows. */
const drawn = async () => {
  const [all] = await cells([-180, -85, 180, 85], 0)
  return all!.states.reduce((sum, count) => sum + count, 0)
}

describe('a list', () => {
  // Proves F21, S2.29
  test('is filtered, searched, sorted and paged by the server', async () => {
    const all = await server.request(stationList, {}, mine)
    expect(identities(all)).toHaveLength(11)
    const some = { filter: { displaystate: ['faulted', 'offline'] }, orderby: ['identity desc'], reclimit: 3 }
    expect(identities(await server.request(stationList, some, mine))).toEqual(['CP-11', 'CP-09', 'CP-08'])
    expect(identities(await server.request(stationList, { ...some, recoffset: 5 }, mine))).toEqual([
      'CP-05',
      'CP-04',
      'CP-00',
    ])
    expect((await server.request(stationCount, { filter: { connected: true } }, mine)).count).toBe(4)
    expect(await server.request(stationGet, { identity: 'CP-03' }, mine)).toMatchObject({ lat: 53 })
  })

  test('supports the comparison codes', async () => {
    const found = async (...search: Record<string, unknown>[]) =>
      identities(await server.request(stationList, { search, orderby: ['identity'] }, mine)).map((name) =>
        name.slice(3),
      )
    expect(await found({ field: 'identity', compare: 'LKE', value: 'CP-0%' })).toHaveLength(10)
    expect(await found({ field: 'identity', compare: 'IKE', value: 'p-1' })).toEqual(['11'])
    expect(await found({ field: 'lat', compare: 'GEQ', value: 54 })).toEqual(['04', '05'])
    expect(await found({ field: 'lat', compare: 'LSS', value: '51' })).toEqual(['00'])
    expect(await found({ field: 'label', compare: 'ISN' })).toEqual(['00', '03', '06', '09'])
    expect(await found({ field: 'label', compare: 'INN' })).toHaveLength(7)
    expect(await found({ field: 'label', compare: 'NEQ', value: 'Label 1' })).toHaveLength(9)
    expect(await found({ field: 'identity', compare: 'PSX', value: '0[12]$' })).toEqual(['01', '02'])
    expect(
      await found({ field: 'identity', valarr: ['CP-01', 'CP-02', "x'); drop table stations; --"] }),
    ).toEqual(['01', '02'])
    expect(
      await found(
        { field: 'identity', value: 'CP-01' },
        { condition: 'OR', field: 'lat', compare: 'GTR', value: 53, lstr: '(' },
        { condition: 'AND', field: 'identity', compare: 'NEQ', value: 'CP-05', rstr: ')' },
      ),
    ).toEqual(['01', '04'])
    const flagged = await server.request(
      transactionList,
      { search: [{ field: 'flags', compare: 'GIN', value: 'clockless' }] },
      mine,
    )
    expect(numbers(flagged)).toEqual([8])
  })

  test('returns deleted rows only on request', async () => {
    expect(identities(await server.request(stationList, { filter: { statecode: 'deleted' } }, mine))).toEqual(
      ['CP-10'],
    )
    expect((await server.request(stationCount, {}, mine)).count).toBe(11)
  })

  test('sorts nulls last both ways', async () => {
    for (const orderby of [
      ['label', 'identity'],
      ['label desc', 'identity'],
    ]) {
      const labels = (await server.request(stationList, { orderby }, mine)).map((row) => row.label)
      expect(labels.slice(-4)).toEqual([null, null, null, null])
    }
  })

  test('pages after a cursor row without skipping or repeating, in any order', async () => {
    for (const orderby of [undefined, ['energy DESC'], ['stationlabel', 'connectorid desc'], ['datestop']]) {
      const seen: number[] = []
      for (let after: string | undefined; ; ) {
        const page = await server.request(transactionList, { orderby, after, reclimit: 700 }, mine)
        seen.push(...numbers(page))
        if (page.length < 700) break
        after = page.at(-1)!.id
      }
      expect(new Set(seen).size).toBe(2300)
      expect(seen).toHaveLength(2300)
    }
  })

  test('returns only the requested fields', async () => {
    const rows = await server.request(stationList, { fields: ['identity', 'lat'], reclimit: 1 }, mine)
    expect(rows).toEqual([{ identity: 'CP-00', lat: 50 }])
  })

  test('counts states for the legend and sites for the map', async () => {
    const states = await server.request(stationStatesCount, {}, mine)
    expect(states.find((state) => state.displaystate === 'faulted')!.count).toBe(1)
    expect(states.find((state) => state.displaystate === 'offline')!.count).toBe(7)
    expect(states.find((state) => state.displaystate === 'charging')!.count).toBe(0)
    expect(await server.request(stationMap, {}, mine)).toHaveLength(6)
  })

  test('lists and counts a station under the state that a user has set', async () => {
    const admin = await server.signIn('admin')
    const repair = { id: null, class: 'charge_point', code: 'repair', label: 'Under repair' }
    const added = await server.request(workflowStateSet, { ...repair, statetypecode: 'disabled' }, admin)
    const before = await drawn()
    const [one] = (await server.request(stationList, { filter: { displaystate: 'offline' } }, mine)).filter(
      ({ lat }) => lat !== null,
    )
    const { identity, statecode } = one!
    const set = (state: string) =>
      server.db.updateTable('stations').set({ state }).where('identity', '=', identity).execute()
    const count = async (displaystate: string) =>
      (await server.request(stationStatesCount, {}, mine)).find((row) => row.displaystate === displaystate)
        ?.count
    const offline = await count('offline')
    await set('repair')
    expect(await count('repair')).toBe(1)
    expect(await count('offline')).toBe(offline! - 1)
    const rows = await server.request(stationList, { filter: { displaystate: 'repair' } }, mine)
    expect(rows).toMatchObject([{ identity, displaystate: 'repair' }])
    const places = await server.request(stationMap, { filter: { displaystate: 'repair' } }, mine)
    expect(places).toMatchObject([{ identity }])
    expect(await drawn()).toBe(before)
    await set(statecode)
    expect(await count('repair')).toBeUndefined()
    await server.request(workflowStateDelete, { id: added.id, version_no: added.version_no }, admin)
  })

  test('groups stations into cells that get finer with the zoom', async () => {
    const world = [-180, -85, 180, 85]
    const [far, ...others] = await cells(world, 0)
    expect(others).toEqual([])
    expect(far).toMatchObject({ lat: 52.5, lng: 8, station: null })
    expect(far!.states.reduce((sum, count) => sum + count, 0)).toBe(6)
    const near = await cells([7, 49.5, 9, 51.5], 12)
    expect(near.map(({ station }) => station!.identity).sort()).toEqual(['CP-00', 'CP-01'])
    expect(await cells([7 - 360, 49, 9 - 360, 60], 12)).toHaveLength(6)
    expect(await cells([20, 49, 30, 60], 3)).toEqual([])
    expect(await cells(world, 3, foreign)).toEqual([])
  })

  test('sums energy and ignores connector 0', async () => {
    const sum = await server.request(transactionSum, { filter: { statecode: 'finished' } }, mine)
    expect(sum.count).toBe(2070)
    expect((await server.request(connectorList, {}, mine)).map((row) => row.connectorid)).toEqual([1, 2])
    expect(await server.request(connectorList, { filter: { connectorid: 0 } }, mine)).toHaveLength(1)
  })
})

describe('an invalid query', () => {
  const cases: [string, Record<string, unknown>, string][] = [
    ['unknown column in the filter', { filter: { colour: 'red' } }, 'filter.colour'],
    ['unknown field', { fields: ['identity', 'password_hash'] }, 'fields[1]'],
    ['unknown order', { orderby: ['identity', 'random()'] }, 'orderby[1]'],
    ['injected order', { orderby: ['identity; drop table stations'] }, 'orderby[0]'],
    ['injected direction', { orderby: ['identity desc nulls first'] }, 'orderby[0]'],
    ['a name of Object', { filter: { constructor: 1 } }, 'filter.constructor'],
    ['injected column', { search: [{ field: "identity' or 1=1 --", value: 1 }] }, 'search[0].field'],
    [
      'an unmatched closing bracket',
      { search: [{ field: 'identity', value: 1, rstr: ')' }] },
      'search[0].rstr',
    ],
    ['an unclosed bracket', { search: [{ field: 'identity', value: 1, lstr: '(' }] }, 'search'],
    ['text that is not a number', { filter: { lat: 'north' } }, 'filter.lat'],
    [
      'text that is not a time',
      { search: [{ field: 'created', compare: 'GTR', value: 'yesterday' }] },
      'search[0].value',
    ],
    ['text that is not an id', { filter: { id: 'x' } }, 'filter.id'],
    ['text that is not a boolean', { filter: { connected: 'maybe' } }, 'filter.connected'],
    ['a column that is only shown', { filter: { connectors: 'x' } }, 'filter.connectors'],
    ['an invalid cursor', { after: 'x' }, 'after'],
    ['both values', { search: [{ field: 'identity', value: 1, valarr: [1] }] }, 'search[0]'],
    [
      'a list with less than',
      { search: [{ field: 'lat', compare: 'LSS', valarr: [1] }] },
      'search[0].compare',
    ],
    ['too many rows', { reclimit: 5001 }, 'reclimit'],
  ]
  // Proves A13
  test.each(cases)('%s is refused by its path', async (_what, query, field) => {
    expect(await server.requestError(stationList, query, mine)).toMatchObject({ status: 400, field })
  })

  test('a pattern that the database cannot parse is an error of the caller', async () => {
    const search = [{ field: 'identity', compare: 'PSX', value: '(' }]
    expect(await server.requestError(stationList, { search }, mine)).toMatchObject({
      status: 400,
      code: 'list.expression_invalid',
    })
    const odd = [{ field: 'identity', compare: 'LKE', value: '100%\\' }]
    expect(await server.request(stationList, { search: odd }, mine)).toEqual([])
    const large = { filter: { transactionid: 99_999_999_999 } }
    expect(await server.requestError(transactionList, large, mine)).toMatchObject({
      status: 400,
      code: 'list.value_out_of_range',
    })
  })

  // Proves S3.5
  test('an unknown column is answered with the existing ones', async () => {
    const no = await server.requestError(stationList, { filter: { colour: 1 } }, mine)
    expect(no).toMatchObject({
      code: 'list.column_unknown',
      params: {
        column: 'colour',
        columns: expect.stringContaining('identity, accountcode, label, tags, description'),
      },
    })
  })
})

const csv = async (body: unknown) => {
  const reply = await server.post(`${addressOf(transactionList)}?format=csv`, body, mine.token)
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('text/csv')
  expect(reply.headers.get('content-disposition')).toContain('attachment')
  return (reply.body as string).split('\r\n').slice(0, -1)
}

describe('CSV', () => {
  test('contains all rows, in their order, however many', async () => {
    const lines = await csv({ fields: ['transactionid', 'energy'], orderby: ['transactionid'] })
    expect(lines[0]).toBe('transactionid,energy')
    expect(lines).toHaveLength(2301)
    expect(lines[1]).toBe('1,0')
    expect(lines.at(-1)).toBe('2300,2299')
  })

  test('ends at the requested limit, and escapes formulas', async () => {
    expect(await csv({ fields: ['code'], reclimit: 1500 })).toHaveLength(1501)
    const lines = await csv({
      fields: ['code', 'flags'],
      filter: { transactionid: [6, 8] },
      orderby: ['transactionid'],
    })
    expect(lines).toEqual(['code,flags', "'=cmd|calc,[]", 'TAG,"[""clockless""]"'])
  })

  test('has the requested columns with titles, units and local times; JSON has none', async () => {
    const sheet = {
      timezone: 'Europe/Berlin',
      columns: [
        { field: 'transactionid', title: 'Nummer' },
        { field: 'energy', title: 'Energie', unit: 'kWh', divisor: 1000 },
        { field: 'datestart', title: 'Beginn' },
      ],
    }
    const query = { filter: { transactionid: 2300 } }
    const lines = await csv({ ...query, sheet })
    expect(lines[0]).toBe('Nummer,Energie (kWh),Beginn (Europe/Berlin)')
    expect(lines[1]).toMatch(/^2300,2\.299,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    const json = await server.post(addressOf(transactionList), { ...query, sheet }, mine.token)
    expect(json.body).toMatchObject({ error: { code: 'value.unknown_key', field: 'sheet' } })
  })

  test('an invalid query is refused before the file begins', async () => {
    const reply = await server.post(
      `${addressOf(transactionList)}?format=csv`,
      { orderby: ['x'] },
      mine.token,
    )
    expect(reply.status).toBe(400)
  })
})

const sameForAll: readonly Endpoint[] = [sessionList, incidentRuleList, incidentEscalationList]

/** Answers without rows of lists that are not an array. */
const emptyAnswers = new Map<Endpoint, object>([
  [availabilityTargetList, { target: null, sites: [] }],
  [driverPlaceList, { places: [], more: false, types: [] }],
])

describe('another account', () => {
  // Proves INV-5, A8
  test('sees nothing in any list, and 404 for every object', async () => {
    for (const row of Object.values(endpoints).filter((each) => /\/list$|\/map$/.test(each.path))) {
      // Every user has login sessions; references and rules without own limits are the same for all.
      if (sameForAll.includes(row) || row.subject === 'References') continue
      const reply = await server.post(addressOf(row), {}, foreign.token)
      const none = emptyAnswers.get(row) ?? []
      if (reply.status === 200) expect(reply.body, row.path).toEqual(none)
    }
    expect((await server.requestError(stationGet, { id: stationIds[0]! }, foreign)).status).toBe(404)
    expect((await server.requestError(transactionGet, { transactionid: 1 }, foreign)).status).toBe(404)
    expect(await server.request(search, { text: 'CP' }, foreign)).toEqual([])
    expect((await server.request(transactionSum, {}, foreign)).count).toBe(0)
  })

  test('cannot use a row of another account as a cursor', async () => {
    const [row] = await server.request(transactionList, { reclimit: 1 }, mine)
    expect(await server.request(transactionList, { after: row!.id }, foreign)).toEqual([])
  })
})

describe('a driver', () => {
  // Proves A8
  test('sees the own cards and transactions, and no list of stations', async () => {
    expect(await server.request(cardList, {}, driver)).toHaveLength(1)
    expect(numbers(await server.request(transactionList, { orderby: ['transactionid'] }, driver))).toEqual([
      1, 2, 3,
    ])
    for (const row of [stationList, connectorList, ocppLogList, unmatchedList])
      expect((await server.requestError(row, {}, driver)).status, row.path).toBe(403)
    expect((await server.requestError(search, { text: 'CP' }, driver)).status).toBe(403)
  })
})

describe('search', () => {
  // Proves S2.23
  test('finds stations, cards and transactions, and returns where they are shown', async () => {
    const hits = await server.request(search, { text: 'cp-0' }, mine)
    expect(hits[0]).toMatchObject({ classcode: 'charge_point', description: 'CP-00' })
    expect(hits[0]!.address).toBe(`/crm/station/${stationIds[0]}`)
    expect(await server.request(search, { text: '42', entities: ['transaction'] }, mine)).toHaveLength(1)
    expect(await server.request(search, { text: '100%' }, mine)).toEqual([])
    expect((await server.requestError(search, { text: 'x', entities: ['x'] }, mine)).field).toBe(
      'entities[0]',
    )
  })

  test('finds other classes by the names that users know', async () => {
    const found = async (entity: string, text: string, who = mine) =>
      (await server.request(search, { text, entities: [entity] }, who)).map(({ label }) => label)
    expect(await found('account', '', foreign)).toEqual(['other'])
    expect(await found('transaction', 'cp-01')).toHaveLength(20)
    expect(await found('transaction', '42')).toEqual(['42'])
    expect(await found('transaction', 'cp-01', foreign)).toEqual([])
    expect(await found('connector', '1 cp-00')).toEqual(['CP-00 #1'])
    for (const entity of ['reservation', 'command', 'card', 'charge_point'])
      expect(await server.request(search, { text: '', entities: [entity] }, foreign), entity).toEqual([])
    expect(await server.request(search, { text: '' }, mine)).toEqual([])
  })
})

describe('the OCPP log', () => {
  // Proves F13, S3.9
  test('is listed newest first, pages by its id and omits heartbeats on request', async () => {
    const rows = Array.from({ length: 30 }, (_, n) => ({
      at: new Date(Date.now() - n * 1000),
      account_id: mine.accountId,
      station_id: stationIds[0]!,
      is_outgoing: n % 3 === 0,
      action: n % 2 === 0 ? 'Heartbeat' : 'StatusNotification',
      request: '{"text":"a\\u0000b"}',
    }))
    await server.db.insertInto('ocpp_log').values(rows).execute()
    const search = [{ field: 'action', compare: 'NEQ', value: 'Heartbeat' }]
    const first = await server.request(ocppLogList, { search, reclimit: 10 }, mine)
    const rest = await server.request(ocppLogList, { search, after: first.at(-1)!.id }, mine)
    expect(first.length + rest.length).toBe(15)
    expect(Number(first[0]!.id)).toBeGreaterThan(Number(rest[0]!.id))
    const from = first[9]!.datetime
    const to = first[0]!.datetime
    const within = [
      { field: 'datetime', compare: 'GEQ' as const, value: from },
      { field: 'datetime', compare: 'LSS' as const, value: to },
    ]
    const part = await server.request(ocppLogList, { search: [...search, ...within] }, mine)
    const expected = [...first, ...rest].filter(({ datetime }) => datetime >= from && datetime < to)
    expect(part).toEqual(expected)
    expect(part.length).toBeLessThan(15)
    expect(await server.request(ocppLogGet, { id: first[0]!.id }, mine)).toEqual(first[0])
    expect((await server.requestError(ocppLogGet, { id: first[0]!.id }, foreign)).status).toBe(404)
    expect((await server.requestError(ocppLogGet, { id: 'x' }, mine)).status).toBe(400)
  })
})
