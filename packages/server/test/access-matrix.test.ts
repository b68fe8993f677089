import { once } from 'node:events'
import {
  connectorList,
  type Endpoint,
  endpoints,
  liveTicket,
  objectFileDelete,
  quarantineSettle,
  stationList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '../src/shared/ids.ts'
import { matrix, type Naming } from './access-rows.ts'
import { everythingOf, furnish, type Household } from './household.ts'
import { addressOf, type Person, type Reply, WebHouse } from './web-house.ts'

/** Those whose hands are kept off. Roles are added here. */
const strangers: { name: string; interface: 'user' | 'driver'; isOfAccount: boolean }[] = [
  { name: 'an operator of another account', interface: 'user', isOfAccount: false },
  { name: 'a driver of another account', interface: 'driver', isOfAccount: false },
  { name: 'a driver of the same account', interface: 'driver', isOfAccount: true },
]

let house: WebHouse
let theirs: string
let owner: Person
let home: Household
let nowhere: Household

beforeAll(async () => {
  house = await WebHouse.open()
  theirs = await house.addAccount('theirs')
  owner = await house.person('owner', { accountId: theirs })
  home = await furnish(house, theirs, 'Zaphod')
  nowhere = nobodysHouse()
})
afterAll(() => house.close())

/** Names of the same form that nobody has. */
function nobodysHouse(): Household {
  const ids = Object.entries(home).map(([name, value]) => [
    name,
    typeof value === 'number' ? value + 5 : /^[0-9a-f]{8}-/.test(value) ? newId() : value.replace(/\d+/, '5'),
  ])
  return { ...(Object.fromEntries(ids) as Household), log: '999999999' }
}

const rowOf = (name: string): Endpoint => endpoints[name]!

const askFor = (
  name: string,
  naming: Exclude<Naming, 'nothing'>,
  at: Household,
  who: Person,
): Promise<Reply> => {
  const path = 'path' in naming && naming.path ? naming.path(at) : addressOf(rowOf(name))
  return house.post(path, 'list' in naming ? naming.list(at) : naming.object(at), who.token)
}

/** The answer without what differs from call to call and without the names that were asked for. */
const wordsOf = (reply: Reply, at: Household): string => {
  let text = JSON.stringify(reply.body).replace(/"correlation":"[^"]+"/, '')
  for (const value of Object.values(at))
    if (String(value).length > 3) text = text.replaceAll(String(value), '…')
  return text
}

const named = Object.entries(matrix).filter(
  (row): row is [string, Exclude<Naming, 'nothing'>] => row[1] !== 'nothing',
)
const isEmpty = (body: unknown): boolean =>
  Array.isArray(body)
    ? body.every((row) => (row as { count?: number }).count === 0)
    : Object.values(body as object).every(
        (value) => value === 0 || (Array.isArray(value) && value.length === 0),
      )

test('every endpoint says what it names', () => {
  expect(Object.keys(endpoints).filter((name) => !(name in matrix))).toEqual([])
  expect(Object.keys(matrix).filter((name) => !(name in endpoints))).toEqual([])
})

describe.each(strangers)('$name', ({ name, interface: kind, isOfAccount }) => {
  let stranger: Person
  let before: string

  beforeAll(async () => {
    const accountId = isOfAccount ? theirs : await house.addAccount(`of ${name}`)
    stranger = await house.person(name.replaceAll(' ', '-'), { accountId, interface: kind })
    before = await everythingOf(house, theirs)
  })
  afterAll(async () => expect(await everythingOf(house, theirs)).toBe(before))

  test.each(named)(
    'meets nothing by %s, and is told no more than of what does not exist',
    async (endpoint, naming) => {
      const foreign = await askFor(endpoint, naming, home, stranger)
      const absent = await askFor(endpoint, naming, nowhere, stranger)
      expect(foreign.status).toBe(absent.status)
      expect(wordsOf(foreign, home)).toBe(wordsOf(absent, nowhere))
      const mayNot = kind === 'driver' && rowOf(endpoint).may === 'operator'
      expect(foreign.status, JSON.stringify(foreign.body)).toBe(mayNot ? 403 : 'list' in naming ? 200 : 404)
      if (foreign.status === 200) expect(isEmpty(foreign.body), JSON.stringify(foreign.body)).toBe(true)
    },
  )

  test('walks in no list behind a row that is not in sight', async () => {
    for (const [endpoint, naming] of named) {
      if (!('list' in naming) || !('after' in propertiesOf(endpoint))) continue
      const list = (at: Household) => {
        const [cursor] = Object.values(naming.list(at)['filter'] as object) as string[]
        const body = { after: cursor, ...(endpoint === 'meterValueList' ? naming.list(at) : {}) }
        return house.post(addressOf(rowOf(endpoint)), body, stranger.token)
      }
      const [foreign, absent] = [await list(home), await list(nowhere)]
      expect([foreign.status, wordsOf(foreign, home)], endpoint).toEqual([
        absent.status,
        wordsOf(absent, nowhere),
      ])
      expect(JSON.stringify(foreign.body), endpoint).not.toContain(home.word)
    }
  })
})

const propertiesOf = (endpoint: string): object =>
  (rowOf(endpoint).body as { properties?: object }).properties ?? {}

describe('their owner', () => {
  test.each(named)('meets them by %s', async (endpoint, naming) => {
    const own = await furnish(house, theirs, 'Trillian')
    const reply = await askFor(endpoint, naming, own, owner)
    expect([401, 403, 404, 500], JSON.stringify(reply.body)).not.toContain(reply.status)
    // a list of connected stations has none, no value was metered
    if ('list' in naming && !['chargePointList', 'meterValueList'].includes(endpoint))
      expect(isEmpty(reply.body), JSON.stringify(reply.body)).toBe(false)
  })
})

describe('of what is one’s own and what is not', () => {
  let mine: Household
  let me: Person
  beforeAll(async () => {
    const accountId = await house.addAccount('mixed')
    me = await house.person('mixer', { accountId })
    mine = await furnish(house, accountId, 'Ford')
  })

  test('a part of another household is not there', async () => {
    const before = await everythingOf(house, theirs)
    const apply = { action: 'apply', transactionid: home.runningNumber }
    const attempts: [Endpoint, Record<string, unknown>][] = [
      [objectFileDelete, { id: mine.station, file: home.file }],
      [objectFileDelete, { id: home.station, file: mine.file }],
      [quarantineSettle, { id: mine.quarantine, ...apply }],
      [
        endpoints['commandSend']!,
        { identities: [mine.identity, home.identity], action: 'ClearCache', payload: {} },
      ],
    ]
    for (const [row, body] of attempts)
      expect((await house.refused(row, body, me)).status, row.path).toBe(404)
    expect(await everythingOf(house, theirs)).toBe(before)
  })

  test('a list that names both answers one', async () => {
    const rows = await house.ask(stationList, { filter: { id: [mine.station, home.station] } }, me)
    expect(rows.map((row) => row.id)).toEqual([mine.station])
    const search = [
      { field: 'stationid', value: home.station },
      { condition: 'OR', field: 'id', compare: 'INN' },
    ]
    const connectors = await house.ask(connectorList, { search }, me)
    expect(connectors.map((row) => row.id)).toEqual([mine.connector])
  })

  test('the live line tells neither hints nor readings of others', async () => {
    const lineOf = async (person: Person) => {
      const { ticket } = await house.ask(liveTicket, {}, person)
      const socket = new WebSocket(`${house.url.replace('http', 'ws')}/api/v1/live?ticket=${ticket}`)
      const heard: string[] = []
      socket.on('message', (data) => heard.push(String(data)))
      await once(socket, 'message')
      return { socket, heard }
    }
    const [line, ownersLine] = [await lineOf(me), await lineOf(owner)]
    for (const { socket } of [line, ownersLine])
      socket.send(JSON.stringify({ type: 'watch', stations: [home.station, mine.station] }))
    const about = { connectorid: 1, transactionid: 1, at: Date.now(), power: 1, energy: 1, soc: 1 }
    // both lines watch when their own station's readings have come
    await expect
      .poll(() => {
        house.app.live.readings([home, mine].map(({ station }) => ({ ...about, station })))
        return [line, ownersLine].every(({ heard }) => heard.some((text) => text.includes('"readings"')))
      })
      .toBe(true)
    for (const [endpoint, naming] of named) await askFor(endpoint, naming, home, me)
    await house.ask(endpoints['stationSet']!, { id: home.station, label: `${home.word} new` }, owner)
    await expect.poll(() => ownersLine.heard.join()).toContain('station.changed')
    await house.ask(endpoints['stationSet']!, { id: mine.station, label: 'new' }, me)
    await expect.poll(() => line.heard.join()).toContain('station.changed')
    const told = line.heard.join('\n')
    for (const [name, value] of Object.entries(home))
      if (typeof value === 'string' && name !== 'log') expect(told, name).not.toContain(value)
    for (const { socket } of [line, ownersLine]) socket.close()
  })
})
