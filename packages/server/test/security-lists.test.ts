import {
  type CompareCode,
  cardSet,
  compareCodes,
  type Endpoint,
  endpoints,
  ListQuery,
  liveTicket,
  search,
  stationGet,
  stationList,
  stationSet,
} from '@stationmaster/contract'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addSampleData } from './sample-data.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('mine', { isAdmin: true })
  await addSampleData(server, mine.accountId, 'Arthur')
})
afterAll(() => server.close())

/** Values that have broken queries elsewhere. */
const nasty: unknown[] = [
  "' or true --",
  "'; drop table stations; --",
  '%',
  '_',
  '\\',
  '%\\',
  '(',
  '[',
  '*',
  '\u0000',
  '\ud800',
  '$1',
  '$$',
  ':x',
  '?',
  '"',
  '1e400',
  'NaN',
  'Infinity',
  '-0',
  '9'.repeat(40),
  1e308,
  -1,
  0.5,
  2 ** 53,
  true,
  null,
  '',
  '275760-09-13',
  '0000-00-00',
  '2026-02-30T25:61:61Z',
  '00000000-0000-0000-0000-000000000000',
  '{}',
  '{a,b}',
  'null',
  'x'.repeat(5000),
]

const columnsOf = (row: Endpoint): string[] => {
  const { items } = row.answer as { items?: { properties?: object } }
  return Object.keys(items?.properties ?? { id: 0, stationid: 0 })
}

/** Each list with the number of columns of those before it: together they receive every value. */
const lists: [name: string, row: Endpoint, before: number][] = []
for (const [name, row] of Object.entries(endpoints).filter(([, { body }]) => body === ListQuery)) {
  const [, last, before] = lists.at(-1) ?? []
  lists.push([name, row, last ? before! + columnsOf(last).length : 0])
}

describe('every list', () => {
  // Proves A13
  test.each(lists)('%s accepts any value in any column without failing', async (name, row, before) => {
    const near =
      name === 'meterValueList' || name === 'signedValueList' ? { filter: { transactionid: 1 } } : {}
    for (const [index, field] of columnsOf(row).entries()) {
      const turn = before + index
      const value = nasty[turn % nasty.length]
      const compare: CompareCode = compareCodes[turn % compareCodes.length]!
      const bodies = [
        { ...near, search: [{ field, compare, value }] },
        { search: [{ field, valarr: [value, 1, null] }], filter: { [field]: value, ...near.filter } },
        { ...near, orderby: [`${field} desc`, 'id'], after: String(value), recoffset: turn + 1 },
      ]
      for (const body of bodies) {
        const { status } = await server.post(addressOf(row), body, mine.token)
        expect([200, 400], `${field} ${compare} ${String(value).slice(0, 40)}`).toContain(status)
      }
    }
  })

  // Proves A13, L81, L82
  test('limits everything that a caller may repeat', async () => {
    const term = { field: 'identity', value: 'x' }
    const tooMuch = [
      { reclimit: 5001 },
      { recoffset: -1 },
      { recoffset: 1e300 },
      { search: Array.from({ length: 101 }, () => term) },
      { search: [{ field: 'identity', valarr: Array.from({ length: 1001 }, () => 'x') }] },
      { search: [{ field: 'identity', compare: 'LKE', value: 'x'.repeat(201) }] },
      { search: [{ field: 'identity', compare: 'IKE', value: '%a'.repeat(11) }] },
      { search: Array.from({ length: 6 }, () => ({ ...term, compare: 'PSX' })) },
      { search: [{ ...term, compare: 'PSX', value: '((x{0,255}){0,40}y){0,5}' }] },
      { search: [{ ...term, compare: 'PIN', value: '(.*)\\1' }] },
      { orderby: ['identity', 'label', 'lat', 'lng', 'created', 'lastupdate'] },
      { search: [...Array.from({ length: 50 }, () => ({ ...term, lstr: '(' })), term] },
      { search: [{ ...term, lstr: '((' }] },
      { fields: [...Array.from({ length: 30 }, () => 'identity'), 'identity; select 1'] },
    ]
    for (const body of tooMuch) expect((await server.call(stationList, body, mine)).status).toBe(400)
    const nested = [
      ...Array.from({ length: 49 }, () => ({ ...term, lstr: '(' })),
      ...Array.from({ length: 49 }, () => ({ ...term, rstr: ')', condition: 'OR' })),
    ]
    expect(await server.request(stationList, { search: nested }, mine)).toEqual([])
  })

  // Proves A13
  test('with a pattern that takes too long is cancelled within seconds, while others are served', async () => {
    await server.request(stationSet, { id: null, identity: 'LONG', description: 'a'.repeat(2000) }, mine)
    const patterns = [
      '((x{0,255}){0,40}y){0,5}',
      '(a?){255}(a{255}){7}',
      '(a+)+$b',
      '(.*)(.*)(.*)(.*)\\1\\2\\3\\4x',
    ]
    const since = performance.now()
    const searches = patterns.map((value) =>
      server.call(stationList, { search: [{ field: 'description', compare: 'PSX', value }] }, mine),
    )
    expect((await server.fetch('/livez')).status).toBe(200)
    expect((await server.call(stationGet, { identity: 'LONG' }, mine)).status).toBe(200)
    for (const { status } of await Promise.all(searches)) expect([200, 400]).toContain(status)
    // the database cancels each of the four after five seconds, even if they run one after the other
    expect(performance.now() - since).toBeLessThan(20_000)
  })
})

/** Returns the cards that a search finds. */
const found = async (text: string) =>
  (await server.request(search, { text, entities: ['card'] }, mine)).map((hit) => hit.label)

test('wildcard characters are literal in the search of a user', async () => {
  for (const name of ['50% off', 'under_score', 'back\\slash', 'plain'])
    await server.request(cardSet, { id: null, code: name.slice(0, 12), name }, mine)
  expect(await found('%')).toEqual([])
  expect(await found('50%')).toEqual(['50% off'])
  expect(await found('under_s')).toEqual(['under_score'])
  expect(await found('back\\s')).toEqual(['back\\slash'])
  expect(await found('_____')).toEqual([])
  expect(await found('%ain')).toEqual([])
  expect(await found("' or true --")).toEqual([])
})

/** Opens a live connection; resolves to `greeted` or to its close code. */
async function openConnection(): Promise<{ socket: WebSocket; began: 'greeted' | number }> {
  const { ticket } = await server.request(liveTicket, {}, mine)
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
  const began = await Promise.race([
    once(socket, 'message').then(() => 'greeted' as const),
    once(socket, 'close').then(([code]) => code as number),
  ])
  return { socket, began }
}

/** Returns the number of transactions that the database has finished. */
async function statements(): Promise<number> {
  const { rows } = await server.fresh.pool.query<{ n: string }>(
    'select xact_commit as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.n)
}

describe('a live connection', () => {
  // Proves INV-9, L87
  test('that sends endless subscriptions costs one look-up at a time, and the last one counts', async () => {
    const { socket } = await openConnection()
    const ids = (await server.request(stationList, {}, mine)).map((row) => row.id)
    const before = await statements()
    const unknownStation = '018f0000-0000-7000-8000-000000000000'
    for (let n = 0; n < 3000; n++) socket.send(JSON.stringify({ type: 'watch', stations: [unknownStation] }))
    socket.send(JSON.stringify({ type: 'watch', stations: ids }))
    const messages: string[] = []
    socket.on('message', (data) => messages.push(String(data)))
    const reading = { connectorid: 1, transactionid: 1, at: 0, power: 1, energy: 1, soc: 1, station: ids[0]! }
    const receivedMessages = () => (server.app.live.readings([reading]), messages.join())
    await expect.poll(receivedMessages, { timeout: 60_000 }).toContain('"readings"')
    expect((await statements()) - before).toBeLessThan(1500)
    socket.close()
    await once(socket, 'close')
  })

  // Proves INV-9, L87
  test('of one session is one of at most fifty', async () => {
    await expect.poll(() => server.app.live.size).toBe(0)
    const connections: Awaited<ReturnType<typeof openConnection>>[] = []
    // a session has at most 20 tickets at a time
    for (const count of [17, 17, 17])
      connections.push(...(await Promise.all(Array.from({ length: count }, openConnection))))
    expect(connections.filter(({ began }) => began === 'greeted')).toHaveLength(50)
    expect(connections.filter(({ began }) => began === 1013)).toHaveLength(1)
    for (const { socket } of connections) socket.close()
  })
})
