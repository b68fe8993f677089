import { stationCount, stationList } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { addressOf, type Person, TestServer } from './test-server.ts'

let house: TestServer
let operator: Person
let driver: Person
let admin: Person
beforeAll(async () => {
  house = await TestServer.open()
  operator = await house.person('olga')
  driver = await house.person('dora', { interface: 'driver' })
  admin = await house.person('adam', { isAdmin: true })
  for (const identity of ['CP-1', 'CP-2'])
    await house.db
      .insertInto('stations')
      .values({ id: newId(), account_id: operator.accountId, identity })
      .execute()
})
afterAll(() => house.close())

const csv = async (who: Person) => {
  const reply = await house.post(`${addressOf(stationList)}?format=csv`, { fields: ['identity'] }, who.token)
  expect(reply.status).toBe(200)
  return String(reply.body).trim().split(/\r?\n/).slice(1)
}

test('H8, A8: every call of a person stands behind the wall, those of administrators do not', async () => {
  expect(await house.ask(stationCount, {}, operator)).toEqual({ count: 2 })
  // A wall that lets one station through: the queries' own scope knows nothing of it.
  await sql`create policy narrow on stations as restrictive using (identity = 'CP-1')`.execute(house.db)
  try {
    for (const who of [operator, driver]) {
      expect(await house.ask(stationCount, {}, who)).toEqual({ count: 1 })
      expect(await csv(who)).toEqual(['CP-1'])
    }
    expect(await house.ask(stationCount, {}, admin)).toEqual({ count: 2 })
    expect(await csv(admin)).toEqual(['CP-1', 'CP-2'])
    const calls = Array.from({ length: 40 }, (_, n) => [operator, admin, driver][n % 3]!)
    const counts = await Promise.all(calls.map((who) => house.ask(stationCount, {}, who)))
    expect(counts.map(({ count }) => count)).toEqual(calls.map((who) => (who === admin ? 2 : 1)))
  } finally {
    await sql`drop policy narrow on stations`.execute(house.db)
  }
})

test('the pool is handed back as it was: who asks for the house sees every account', async () => {
  const other = await house.addAccount('other')
  const id = newId()
  await house.db.insertInto('stations').values({ id, account_id: other, identity: 'CP-9' }).execute()
  await Promise.all(Array.from({ length: 40 }, () => house.ask(stationCount, {}, operator)))
  expect(await house.ask(stationCount, {}, admin)).toEqual({ count: 3 })
  const roles = async () =>
    (
      await sql<{ n: number }>`select count(*) as n from pg_stat_activity
        where datname = current_database() and query like 'set role%'`.execute(house.db)
    ).rows[0]!.n
  await expect.poll(roles).toBe(0)
})
