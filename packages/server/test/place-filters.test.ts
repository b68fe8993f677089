import {
  clientSet,
  networkSet,
  ocppLogList,
  reservationCount,
  reservationList,
  siteSet,
  stationSet,
  transactionCount,
  transactionList,
  transactionSum,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let site: { id: string }
let client: { id: string }
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga', { accountId: await server.addAccount('places') })
  const admin = await server.user('adam', { isAdmin: true })
  const { id: network } = await server.request(
    networkSet,
    { id: null, code: 'north', name: 'North', statecode: 'enabled' },
    admin,
  )
  site = await server.request(siteSet, { id: null, label: 'Harbor', network }, operator)
  client = await server.request(clientSet, { id: null, name: 'Owner' }, operator)
  await addWork({ identity: 'AT-SITE', site: site.id })
  await addWork({ identity: 'ELSEWHERE', client: client.id, tags: ['fast'] })
})
afterAll(() => server.close())

/** Adds a station with a session of 7 kWh, a reservation and a log entry. */
async function addWork(body: Record<string, unknown>): Promise<void> {
  const { station } = await server.request(stationSet, { id: null, ...body } as never, operator)
  const of = sql`(select ${station.id}::uuid as id, ${operator.accountId}::uuid as account_id) s`
  await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision, start_key,
      started_at, meter_start_wh, stopped_at, meter_stop_wh, energy_wh, stop_payload, state)
    select gen_random_uuid(), (select count(*) + 1 from transactions), s.account_id, s.id, 1, 'T', 't', 'Accepted', 'x', now(), 0,
      now(), 7000, 7000, '{}', 'finished' from ${of}`.execute(server.db)
  await sql`insert into reservations (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, state, expires_at)
    select gen_random_uuid(), (select count(*) + 1 from reservations), s.account_id, s.id, 1, 'T', 't', 'expired', now() from ${of}`.execute(
    server.db,
  )
  await sql`insert into ocpp_log (at, account_id, station_id, is_outgoing, action)
    select now(), s.account_id, s.id, false, 'Heartbeat' from ${of}`.execute(server.db)
}

const of = (filter: Record<string, string>) => ({
  search: Object.entries(filter).map(([field, value]) => ({
    condition: 'AND' as const,
    field,
    compare: 'EQL' as const,
    value,
  })),
})

test.each([
  ['site', () => ({ site: site.id }), 'AT-SITE'],
  ['network', () => ({ networkname: 'North' }), 'AT-SITE'],
  ['client of the station', () => ({ stationclient: client.id }), 'ELSEWHERE'],
  ['tag of the station', () => ({ stationtags: 'fast' }), 'ELSEWHERE'],
])('transactions, reservations and the OCPP log are filtered by %s', async (_of, filter, identity) => {
  const query = of(filter())
  expect(await server.request(transactionList, query, operator)).toMatchObject([{ identity }])
  expect(await server.request(transactionCount, query, operator)).toEqual({ count: 1 })
  expect(await server.request(transactionSum, query, operator)).toMatchObject({ sum: 7000, count: 1 })
  expect(await server.request(reservationList, query, operator)).toMatchObject([{ identity }])
  expect(await server.request(reservationCount, query, operator)).toEqual({ count: 1 })
  expect(await server.request(ocppLogList, query, operator)).toMatchObject([{ identity }])
})

test('lists name site, network and tags of the station', async () => {
  const query = { ...of({ identity: 'AT-SITE' }), fields: ['site', 'sitename', 'networkname', 'stationtags'] }
  const place = { site: site.id, sitename: 'Harbor', networkname: 'North', stationtags: [] }
  expect(await server.request(transactionList, query, operator)).toEqual([place])
  expect(await server.request(reservationList, query, operator)).toEqual([place])
  expect(await server.request(ocppLogList, query, operator)).toEqual([place])
})

test('users of a client find nothing by the site of another', async () => {
  const member = await server.user('mia', { accountId: operator.accountId })
  await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', member.id).execute()
  for (const list of [transactionList, reservationList, ocppLogList]) {
    expect(await server.request(list, of({ site: site.id }), member)).toEqual([])
    expect(await server.request(list, of({ stationtags: 'fast' }), member)).toMatchObject([
      { identity: 'ELSEWHERE' },
    ])
  }
})
