import { clientSet, ocppLogList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let ofClient: TestUser
const [theirs, others] = [newId(), newId()]
/** Ids and actions of the client's entries, newest first. */
let entries: { id: string; action: string }[]

beforeAll(async () => {
  server = await TestServer.open()
  const operator = await server.user('olga')
  const client = (await server.request(clientSet, { id: null, name: 'Client' }, operator)).id
  const { id: userId } = await server.addUser('carla')
  await server.db.updateTable('users').set({ client_id: client }).where('id', '=', userId).execute()
  ofClient = await server.signIn('carla')
  const { accountId } = operator
  await sql`insert into stations (id, account_id, identity, client_id)
    values (${theirs}, ${accountId}, 'THEIRS', ${client}), (${others}, ${accountId}, 'OTHERS', null)`.execute(
    server.db,
  )
  // an entry each six hours for twenty days, in the order of time; every tenth is that of a boot
  await sql`insert into ocpp_log (at, account_id, station_id, is_outgoing, action)
    select now() - (80 - n) * interval '6 hours', ${accountId}::uuid, station, false,
      case when n % 10 = 0 then 'BootNotification' else 'Heartbeat' end
    from generate_series(1, 80) n, (values (${theirs}::uuid), (${others}::uuid)) given (station) order by n`.execute(
    server.db,
  )
  const { rows } = await sql<{ id: string; action: string }>`
    select id::text, action from ocpp_log where station_id = ${theirs} order by ocpp_log.id desc`.execute(
    server.db,
  )
  entries = rows
})
afterAll(() => server.close())

const list = async (query: Parameters<typeof server.request<typeof ocppLogList>>[1]) =>
  (await server.request(ocppLogList, query, ofClient)).map(({ id }) => id)

// across the borders of days
test.each([4, 25, 200])('users of a client page through the log of its stations by %d', async (reclimit) => {
  const found: string[] = []
  for (let after: string | undefined; found.length < 40; after = found.at(-1)) {
    const page = await list({ reclimit, after })
    found.push(...page)
    if (page.length < reclimit) break
  }
  expect(found).toEqual(entries.map(({ id }) => id).slice(0, found.length))
  expect(found.length).toBeGreaterThanOrEqual(40)
})

test('filters, columns and positions are the same as for other users', async () => {
  const boots = entries.filter(({ action }) => action === 'BootNotification').map(({ id }) => id)
  expect(await list({ filter: { action: 'BootNotification' }, reclimit: 2 })).toEqual(boots.slice(0, 2))
  expect(await list({ filter: { action: 'BootNotification' } })).toEqual(boots)
  const [row] = await server.request(ocppLogList, { fields: ['id'], reclimit: 1 }, ofClient)
  expect(row).toEqual({ id: entries[0]!.id })
  expect(await server.requestError(ocppLogList, { after: 'x' }, ofClient)).toMatchObject({
    field: 'after',
  })
  // a position, of an entry or not
  expect(await list({ after: '9999999999', reclimit: 1 })).toEqual([entries[0]!.id])
})
