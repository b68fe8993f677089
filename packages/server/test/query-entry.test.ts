import { once } from 'node:events'
import {
  cardCount,
  reservationCount,
  reservationList,
  stationList,
  stationSet,
  token,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { addressOf, password, type TestUser, type Reply, TestServer } from './test-server.ts'

let server: TestServer
let attacker: TestUser
let bystander: TestUser
let colleague: TestUser
beforeAll(async () => {
  server = await TestServer.open()
  attacker = await server.user('attacker', { interface: 'driver' })
  colleague = await server.user('colleague')
  bystander = await server.user('bystander', { accountId: await server.addAccount('bystanders') })
  await server.addUser('newcomer')
})
afterAll(() => server.close())

/** Runs the work while every query on reservations is blocked: each takes as long as the server allows. */
async function withSlowReservations<T>(work: () => Promise<T>): Promise<T> {
  return server.db.transaction().execute(async (tx) => {
    await sql`lock table reservations in access exclusive mode`.execute(tx)
    return work()
  })
}

/** Returns how many connections of the server wait for the lock. */
async function waitingConnections(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and application_name like 'stationmaster%'`.execute(
    server.db,
  )
  return rows[0]!.n
}

async function connectStation(identity: string): Promise<string> {
  const { key } = await server.request(stationSet, { id: null, identity }, colleague)
  const { rows } = await sql<{
    code: string
  }>`select code from accounts where id = ${colleague.accountId}`.execute(server.db)
  const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`
  const socket = new WebSocket(
    `${server.url.replace('http', 'ws')}/ocpp/${rows[0]!.code}/${identity}`,
    ['ocpp1.6'],
    {
      headers: { authorization },
    },
  )
  await once(socket, 'open')
  socket.send('[2,"1","Heartbeat",{}]')
  const [answer] = (await once(socket, 'message')) as [Buffer]
  socket.terminate()
  return String(answer)
}

// Proves A13, L77, L79
test.each([
  ['counts', reservationCount],
  ['lists', reservationList],
])(
  'forty slow %s of one user leave sign-in, other users and stations unaffected',
  async (_, row) => {
    let answered = 0
    const attack = (): Promise<Reply>[] =>
      Array.from({ length: 40 }, () =>
        server
          .post(addressOf(row), { search: [{ field: 'id', compare: 'INN' }] }, attacker.token)
          .finally(() => {
            answered += 1
          }),
      )
    const calls = await withSlowReservations(async () => {
      const started = attack()
      await expect.poll(waitingConnections, { timeout: 60_000 }).toBeGreaterThan(0)
      const grant = { grant_type: 'password', username: 'newcomer', password }
      const [signIn, lists, count, station] = await Promise.all([
        server.post(token.path, grant),
        server.post(addressOf(stationList), {}, bystander.token),
        server.post(addressOf(cardCount), {}, colleague.token),
        connectStation(`CP-${row.path.split('/').at(-1)}`),
      ])
      expect([signIn.status, lists.status, count.status]).toEqual([200, 200, 200])
      expect(station).toContain('currentTime')
      // all of it was answered before the queue of the attacker was processed
      expect(answered).toBeLessThan(40)
      return started
    })
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    for (const status of statuses) expect([200, 400, 429]).toContain(status)
  },
  60_000,
)
