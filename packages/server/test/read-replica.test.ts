import { metrics, siteList, siteSet, stationList, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReadReplica } from '../src/storage/read-replica.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { type ReplicatedDatabase, replicatedDatabase } from './replica.ts'
import { type TestUser, TestServer } from './test-server.ts'
import { eventually } from './test-gateway.ts'

let database: ReplicatedDatabase
let proxy: DatabaseProxy
let server: TestServer
let mine: TestUser
let admin: TestUser
beforeAll(async () => {
  database = await replicatedDatabase()
  proxy = await DatabaseProxy.open(database.replicaUrl)
  server = await TestServer.open({ DATABASE_READ_URL: proxy.url }, { database })
  mine = await server.user('mine')
  admin = await server.user('adam', { isAdmin: true })
})
afterAll(async () => {
  await server.close()
  await proxy.close()
})

/** Returns how many queries ran where. */
async function reads(): Promise<Record<string, number>> {
  const { status, body } = await server.fetch(metrics.path, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([status, body]).toEqual([200, expect.any(String)])
  const found = String(body).matchAll(/^stationmaster_database_reads_total\{outcome="(\w+)"\} (\d+)/gm)
  return Object.fromEntries([...found].map(([, outcome, count]) => [outcome!, Number(count)]))
}
const identities = async (who = mine) =>
  (await server.request(stationList, { fields: ['identity'], orderby: ['identity'] }, who)).map(
    ({ identity }) => identity,
  )
const add = (identity: string) => server.request(stationSet, { id: null, identity }, mine)

test('lists run on the replica, limited to the account, and see what was written before', async () => {
  const other = await server.user('other', { accountId: await server.addAccount('other') })
  for (let n = 0; n < 20; n++) {
    await add(`CP-${String(n).padStart(2, '0')}`)
    expect(await identities()).toHaveLength(n + 1)
  }
  expect(await identities(other)).toEqual([])
  const { replica, away, writes } = await reads()
  expect(replica).toBeGreaterThan(0)
  expect([away, writes]).toEqual([0, 0])
  const ran = await database.replica.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where application_name = 'stationmaster replica'`,
  )
  expect(ran.rows[0]!.n).toBeGreaterThan(0)
})

test('a replica that does not replay is not used, and own writes are visible', async () => {
  await database.replica.query('select pg_wal_replay_pause()')
  await eventually(async () => {
    const { rows } = await database.replica.query('select pg_get_wal_replay_pause_state() as state')
    return rows[0].state === 'paused'
  })
  const before = await reads()
  await add('PAUSED')
  expect(await identities()).toContain('PAUSED')
  // the row is not on the replica: a list from there would lack it
  const there = await database.replica.query(`select from stations where identity = 'PAUSED'`)
  expect(there.rowCount).toBe(0)
  const after = await reads()
  expect(after['behind']).toBe(before['behind']! + 1)
  expect(after['replica']).toBe(before['replica'])
  await database.replica.query('select pg_wal_replay_resume()')
  await eventually(async () => {
    await identities()
    return (await reads())['replica']! > after['replica']!
  })
  expect(await identities()).toContain('PAUSED')
})

test('commands, sign-in and changes never use it', async () => {
  const before = await reads()
  await server.request(siteSet, { id: null, code: 'S-1', label: 'Site' }, mine)
  await server.signIn('mine')
  expect(await reads()).toEqual(before)
  expect(await server.request(siteList, {}, mine)).toHaveLength(1)
  expect(await reads()).not.toEqual(before)
})

test('a query that writes is repeated on the primary, and runs there from then on', async () => {
  const reader = new ReadReplica({
    primary: database.pool,
    replica: database.replica,
    log: { info: () => {}, warn: () => {} } as never,
    nowMs: () => performance.now(),
  })
  const write = `update stations set label = 'written' where identity = 'CP-00'`
  const runs: string[] = []
  const run = () =>
    reader.run('/x', {
      onReplica: async () => {
        runs.push('replica')
        return (await database.replica.query(write)).rowCount
      },
      onPrimary: async () => {
        runs.push('primary')
        return (await database.pool.query(write)).rowCount
      },
    })
  await eventually(async () => {
    await run()
    return runs.includes('replica')
  })
  expect(runs.slice(-2)).toEqual(['replica', 'primary'])
  expect(await run()).toBe(1)
  expect(runs.slice(-2)).toEqual(['primary', 'primary'])
  const violated = {
    onReplica: () => database.replica.query('select 1 / 0'),
    onPrimary: () => Promise.reject(),
  }
  await eventually(async () => {
    const error = await reader.run<unknown>('/y', violated).catch((thrown: unknown) => thrown)
    return (error as Error | undefined)?.message === 'division by zero'
  })
})

test('queries run on the primary while nothing arrives from the replica', async () => {
  const before = await reads()
  proxy.freeze()
  const replies = await Promise.all([identities(), identities()])
  expect(replies).toEqual([expect.arrayContaining(['PAUSED']), expect.arrayContaining(['PAUSED'])])
  expect((await reads())['away']).toBe(before['away']! + 2)
  proxy.restore()
  await eventually(
    async () => {
      await identities()
      return (await reads())['replica']! > before['replica']!
      // more often would exceed the requests that the server allows per address
    },
    20_000,
    250,
  )
})

test('a replica that is away costs no request', async () => {
  await database.stopReplica()
  const before = await reads()
  await add('AWAY')
  expect(await identities()).toContain('AWAY')
  expect(await identities()).toContain('AWAY')
  expect((await reads())['away']).toBe(before['away']! + 2)
})
