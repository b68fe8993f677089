import { clientSet, commandList, stationStatesCount, transactionList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let ofClient: TestUser
let ofOthers: TestUser
/** Stations of the client, of the rest of the account, and of another account. */
const [theirs, others, foreign] = [newId(), newId(), newId()]

beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  ofOthers = await server.user('otto', { accountId: await server.addAccount('other') })
  const client = (await server.request(clientSet, { id: null, name: 'Client' }, operator)).id
  const { id: userId } = await server.addUser('carla')
  await server.db
    .updateTable('users')
    .set({ client_id: client, account_id: operator.accountId })
    .where('id', '=', userId)
    .execute()
  ofClient = await server.signIn('carla')
  const stations = [
    { id: theirs, account_id: operator.accountId, identity: 'THEIRS', client_id: client },
    { id: others, account_id: operator.accountId, identity: 'OTHERS' },
    { id: foreign, account_id: ofOthers.accountId, identity: 'FOREIGN' },
  ]
  for (const station of stations) {
    await server.db.insertInto('stations').values(station).execute()
    await fill(station)
  }
})
afterAll(() => server.close())

/** Adds sessions and commands, of which every tenth has a rare state. */
async function fill({ id, account_id }: { id: string; account_id: string }): Promise<void> {
  await sql`insert into transactions (id, number, account_id, station_id, start_key, started_at, received_start_at,
      meter_start_wh, stopped_at, stop_reason, state)
    select gen_random_uuid(), (select 1000 + coalesce(max(number), 0) from transactions) + n, ${account_id}, ${id}, 'k' || n,
      now() - n * interval '1 hour', now(), 0, now(), case when n % 10 = 0 then 'EmergencyStop' else 'Local' end,
      case when n % 10 = 0 then 'needs_review' else 'finished' end
    from generate_series(1, 40) n`.execute(server.db)
  await sql`insert into commands (id, run_id, account_id, station_id, action, request, state, error_code, created_at, expires_at)
    select gen_random_uuid(), gen_random_uuid(), ${account_id}, ${id}, case when n % 10 = 0 then 'ClearCache' else 'Reset' end,
      '{}', case when n % 10 = 0 then 'failed' else 'accepted' end, case when n % 10 = 0 then 'NotSupported' end,
      now() - n * interval '1 hour', now()
    from generate_series(1, 40) n`.execute(server.db)
}

/** Returns the states that a viewer's stations show, with their numbers. */
const statesShown = async (
  viewer: TestUser,
  query: Parameters<typeof server.request<typeof stationStatesCount>>[1],
) => (await server.request(stationStatesCount, query, viewer)).filter(({ count }) => count > 0)

const viewers = [
  ['an operator', () => operator, [theirs, others]],
  ['a user of a client', () => ofClient, [theirs]],
  ['an operator of another account', () => ofOthers, [foreign]],
] as const

describe.each(viewers)('%s', (_, viewer, stations) => {
  test.each([
    ['state', { statecode: 'needs_review' }],
    ['reason', { reason: 'EmergencyStop' }],
  ])('lists the sessions of a rare %s at the stations that they see, newest first', async (_name, filter) => {
    const query = { filter, reclimit: 100 }
    const rows = await server.request(transactionList, query, viewer())
    expect(rows).toHaveLength(4 * stations.length)
    expect(new Set(rows.map(({ stationid }) => stationid))).toEqual(new Set(stations))
    const times = rows.map(({ datestart }) => datestart)
    expect(times).toEqual(times.toSorted().toReversed())
    const [first, second] = rows
    const page = await server.request(transactionList, { ...query, reclimit: 1, after: first!.id }, viewer())
    expect(page).toEqual([second])
    expect(await server.request(transactionList, { filter: { statecode: 'none' } }, viewer())).toEqual([])
  })

  test.each([
    ['state', { filter: { statecode: 'failed' } }],
    ['action', { filter: { action: 'ClearCache' } }],
    ['error', { search: [{ field: 'errorcode', compare: 'INN' as const }] }],
  ])('lists the commands of a rare %s', async (_name, query) => {
    const rows = await server.request(commandList, query, viewer())
    expect(rows).toHaveLength(4 * stations.length)
    expect(new Set(rows.map(({ stationid }) => stationid))).toEqual(new Set(stations))
  })

  test('counts the states of the stations that they see, without deleted ones unless a state is named', async () => {
    const set = (values: { is_connected?: boolean; display_state?: string; state?: string }) =>
      server.db.updateTable('stations').set(values).where('id', 'in', stations).execute()
    expect(await statesShown(viewer(), {})).toEqual([{ displaystate: 'offline', count: stations.length }])
    await set({ is_connected: true, display_state: 'charging' })
    expect(await statesShown(viewer(), {})).toEqual([{ displaystate: 'charging', count: stations.length }])
    expect(await statesShown(viewer(), { filter: { identity: 'NONE' } })).toEqual([])
    await set({ state: 'deleted' })
    expect(await statesShown(viewer(), {})).toEqual([])
    const deleted = { filter: { statecode: 'deleted' } }
    expect(await statesShown(viewer(), deleted)).toEqual([
      { displaystate: 'deleted', count: stations.length },
    ])
    await set({ state: 'created', is_connected: false })
  })
})
