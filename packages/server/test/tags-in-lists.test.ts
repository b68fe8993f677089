import {
  cardCount,
  cardList,
  cardSet,
  clientCount,
  clientList,
  clientSet,
  siteCount,
  siteList,
  siteSet,
  stationCells,
  stationCount,
  stationList,
  stationMap,
  stationSet,
  stationStatesCount,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let mine: TestUser
const place = { lat: 10, lng: 10 }

beforeAll(async () => {
  server = await TestServer.open()
  mine = await server.user('tagger')
  const site = await server.request(siteSet, { id: null, label: 'North', tags: ['north', 'ac'] }, mine)
  await server.request(siteSet, { id: null, label: 'South', tags: ['south'] }, mine)
  for (const [name, tags] of [
    ['A', ['north', 'ac']],
    ['B', ['south']],
  ] as const) {
    await server.request(clientSet, { id: null, name, tags: [...tags] }, mine)
    await server.request(cardSet, { id: null, code: name, tags: [...tags] }, mine)
    const at = name === 'A' ? { site: site.id } : {}
    await server.request(stationSet, { id: null, identity: name, tags: [...tags], ...place, ...at }, mine)
  }
})
afterAll(() => server.close())

test.each([
  ['stations', stationList, stationCount],
  ['cards', cardList, cardCount],
  ['clients', clientList, clientCount],
  ['sites', siteList, siteCount],
] as const)('%s are filtered by tag, in the list, its count and its export', async (_name, list, count) => {
  for (const query of [
    { filter: { tags: 'north' } },
    { search: [{ field: 'tags', compare: 'EQL' as const, value: 'north' }] },
  ]) {
    expect(await server.request(list, query, mine)).toMatchObject([{ tags: ['north', 'ac'] }])
    expect(await server.request(count, query, mine)).toEqual({ count: 1 })
    const response = await fetch(`${server.url}/api/v1${list.path}?format=csv`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mine.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...query, fields: ['id', 'tags'] }),
    })
    expect((await response.text()).trim().split('\r\n')).toHaveLength(2)
  }
})

test('the map and the counts of states are filtered by tag and site', async () => {
  const [station] = await server.request(stationList, { filter: { identity: 'A' } }, mine)
  for (const term of [
    { field: 'tags', compare: 'EQL' as const, value: 'north' },
    { field: 'site', compare: 'EQL' as const, value: station!.site! },
  ]) {
    const search = [term]
    expect(await server.request(stationMap, { search }, mine)).toMatchObject([{ identity: 'A' }])
    const cells = await server.request(stationCells, { search, box: [0, 0, 20, 20], zoom: 3 }, mine)
    expect(cells.map(({ station }) => station?.identity)).toEqual(['A'])
    const states = await server.request(stationStatesCount, { search }, mine)
    expect(states.reduce((sum, { count }) => sum + count, 0)).toBe(1)
  }
})
