import {
  connectorList,
  siteGet,
  siteSet,
  stationCount,
  stationGet,
  stationList,
  stationService,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let id: string
let site: string

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Math.floor(Date.now() / 1000) * 1000 + days * dayMs).toISOString()
const get = (who = operator) => server.request(stationGet, { id }, who)

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  site = (await server.request(siteSet, { id: null, label: 'Pier' }, operator)).id
  id = (await server.request(stationSet, { id: null, identity: 'PIER-1', site }, operator)).station.id
  const evse = { account_id: operator.accountId, station_id: id, evse_no: 1, state: 'faulted' }
  await server.db
    .insertInto('evses')
    .values({ ...evse, id: newId(), is_announced: true })
    .execute()
  await server.db
    .updateTable('stations')
    .set({ booted_at: new Date(), is_connected: true, display_state: 'faulted', state: 'faulted' })
    .where('id', '=', id)
    .execute()
})
afterAll(() => server.close())

test('a station out of service has the reason and the expected return instead of its problem', async () => {
  expect(await get()).toMatchObject({ problem: 'faulted', urgency: 1, outofservicereason: null })
  const expectedreturn = inDays(3)
  const body = { id, outofservice: { reason: ' New contactor ordered ', expectedreturn } }
  const marked = await server.request(stationService, body, operator)
  expect(marked).toMatchObject({
    outofservicereason: 'New contactor ordered',
    expectedreturn,
    problem: 'out_of_service',
    urgency: 4,
    statecode: 'faulted',
  })
  expect(marked.problemsince).toBe(marked.outofservicesince)
  expect((await server.request(siteGet, { id: site }, operator)).problems).toBe(0)
  const filter = { problem: 'out_of_service' }
  expect(await server.request(stationList, { filter }, operator)).toHaveLength(1)

  // a change keeps the beginning
  const changed = await server.request(stationService, { id, outofservice: { reason: 'Delayed' } }, operator)
  expect(changed).toMatchObject({
    outofservicereason: 'Delayed',
    expectedreturn: null,
    outofservicesince: marked.outofservicesince,
  })
  const back = await server.request(stationService, { id, outofservice: null }, operator)
  expect(back).toMatchObject({ outofservicereason: null, outofservicesince: null, problem: 'faulted' })
  const entries = await server.db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', id)
    .where('action', 'like', '%_service')
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['out_of_service', 'out_of_service', 'in_service'])
})

test('a connector is out of service by itself', async () => {
  const expectedreturn = inDays(1)
  const outofservice = { reason: 'Vandalism, police informed', expectedreturn }
  await server.request(stationService, { id, connectorid: 1, outofservice }, operator)
  await server.request(stationService, { id, outofservice }, operator)
  const connectors = (who: TestUser) => server.request(connectorList, { filter: { stationid: id } }, who)
  expect(await connectors(operator)).toMatchObject([
    { outofservicereason: outofservice.reason, expectedreturn },
  ])
  const search = [{ field: 'outofservicereason', compare: 'IKE' as const, value: '%vandal%' }]
  expect(await server.request(stationCount, { search }, operator)).toEqual({ count: 1 })
})

// Proves L151, L152
test.each([
  [{ id: newId(), outofservice: null }, 'station.not_found'],
  [{ connectorid: 9, outofservice: null }, 'connector.not_found'],
  [{ outofservice: { reason: '  ' } }, 'value.required'],
  [{ outofservice: { reason: 'Late', expectedreturn: inDays(-1) } }, 'value.time_passed'],
  [{ outofservice: { reason: 'Late', expectedreturn: inDays(731) } }, 'period.too_long'],
  [{ outofservice: { reason: 'x'.repeat(301) } }, 'value.too_long'],
])('invalid fields and unknown objects are refused: %j', async (body, code) => {
  expect((await server.requestError(stationService, { id, ...body }, operator)).code).toBe(code)
})
