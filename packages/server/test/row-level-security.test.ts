import { cardCount, stationCount, stationList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addressOf, type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let operator: TestUser
let driver: TestUser
let admin: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  operator = await server.user('olga')
  driver = await server.user('dora', { interface: 'driver' })
  admin = await server.user('adam', { isAdmin: true })
  for (const identity of ['CP-1', 'CP-2'])
    await server.db
      .insertInto('stations')
      .values({ id: newId(), account_id: operator.accountId, identity })
      .execute()
  for (const code of ['A', 'B'])
    await server.db
      .insertInto('cards')
      .values({ id: newId(), account_id: driver.accountId, owner_id: driver.id, code, code_folded: code })
      .execute()
})
afterAll(() => server.close())

const csv = async (who: TestUser) => {
  const reply = await server.post(`${addressOf(stationList)}?format=csv`, { fields: ['identity'] }, who.token)
  expect(reply.status).toBe(200)
  return String(reply.body).trim().split(/\r?\n/).slice(1)
}

// Proves H8, A8
test('every request of a user runs with row-level security, those of administrators do not', async () => {
  expect(await server.request(stationCount, {}, operator)).toEqual({ count: 2 })
  // A policy that allows one station only, and that the queries' own scope does not know.
  await sql`create policy narrow on stations as restrictive using (identity = 'CP-1')`.execute(server.db)
  await sql`create policy narrow on cards as restrictive using (code = 'A')`.execute(server.db)
  try {
    expect(await server.request(stationCount, {}, operator)).toEqual({ count: 1 })
    expect(await csv(operator)).toEqual(['CP-1'])
    expect(await server.request(cardCount, {}, driver)).toEqual({ count: 1 })
    expect(await server.request(stationCount, {}, admin)).toEqual({ count: 2 })
    expect(await csv(admin)).toEqual(['CP-1', 'CP-2'])
    const calls = Array.from({ length: 40 }, (_, n) => [operator, admin, driver][n % 3]!)
    const counts = await Promise.all(
      calls.map((who) => server.request(who === driver ? cardCount : stationCount, {}, who)),
    )
    expect(counts.map(({ count }) => count)).toEqual(calls.map((who) => (who === admin ? 2 : 1)))
  } finally {
    await sql`drop policy narrow on stations`.execute(server.db)
    await sql`drop policy narrow on cards`.execute(server.db)
  }
})

test('connections return to the pool reset: a query without a tenant sees every account', async () => {
  const other = await server.addAccount('other')
  const id = newId()
  await server.db.insertInto('stations').values({ id, account_id: other, identity: 'CP-9' }).execute()
  await Promise.all(Array.from({ length: 40 }, () => server.request(stationCount, {}, operator)))
  expect(await server.request(stationCount, {}, admin)).toEqual({ count: 3 })
  const roles = async () =>
    (
      await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and query like 'set role%'`.execute(server.db)
    ).rows[0]!.n
  await expect.poll(roles).toBe(0)
})
