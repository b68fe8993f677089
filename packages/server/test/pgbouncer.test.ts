import { cardSet, stationCount, stationList, stationSet } from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { hasPgBouncer, PgBouncer } from './pgbouncer.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'
import { eventually } from './test-gateway.ts'

// not installed: Debian's package is pgbouncer
describe.runIf(hasPgBouncer)('through PgBouncer in transaction mode', () => {
  let fresh: FreshDatabase
  let pooler: PgBouncer
  let server: TestServer
  let users: TestUser[]
  let admin: TestUser

  beforeAll(async () => {
    fresh = await freshDatabase()
    pooler = await PgBouncer.open(fresh.url)
    server = await TestServer.open(
      { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: fresh.url },
      { database: fresh },
    )
    users = [
      await server.user('mine'),
      await server.user('theirs', { accountId: await server.addAccount('b') }),
    ]
    admin = await server.user('adam', { isAdmin: true })
  })
  afterAll(async () => {
    await server.close()
    await pooler.close()
  })

  // Proves H8
  test('concurrent requests of several accounts see their own rows only', async () => {
    for (const [n, user] of users.entries())
      for (const name of ['A', 'B'].slice(n))
        await server.request(stationSet, { id: null, identity: `${user.username}-${name}` }, user)
    const seen = async (who: TestUser) => {
      const rows = await server.request(stationList, { fields: ['identity'] }, who)
      return rows.map(({ identity }) => identity).sort()
    }
    const expected = [['mine-A', 'mine-B'], ['theirs-B']]
    await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        if (n % 3 === 2) return expect(await server.request(stationCount, {}, admin)).toEqual({ count: 3 })
        return expect(await seen(users[n % 3]!)).toEqual(expected[n % 3])
      }),
    )
    // a failed write changes nothing and leaves nothing on the connections
    await server.request(cardSet, { id: null, code: 'CARD' }, users[0]!)
    await expect(server.request(cardSet, { id: null, code: 'CARD' }, users[0]!)).rejects.toThrow()
    expect(await seen(users[1]!)).toEqual(expected[1])
    expect(await server.request(stationCount, {}, admin)).toEqual({ count: 3 })
  })

  test('stations charge, and commands reach them', async () => {
    const { key } = await server.request(stationSet, { id: null, identity: 'CP' }, users[0]!)
    const socket = await RawStation.connect({
      url: server.url.replace('http', 'ws'),
      identity: 'CP',
      key: key!,
    })
    socket.onCall = () => ({ status: 'Accepted' })
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    const timestamp = new Date().toISOString()
    const start = { connectorId: 1, idTag: 'CARD', meterStart: 0, timestamp }
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', start)
    await socket.call('StopTransaction', { transactionId, meterStop: 10, timestamp })
    const sent = await server.post(
      '/api/v1/command/send',
      { identities: ['CP'], action: 'ClearCache', payload: {} },
      users[0]!.token,
    )
    expect(sent.status).toBe(200)
    await eventually(async () => {
      const rows = await fresh.db
        .selectFrom('commands')
        .select('state')
        .where('action', '=', 'ClearCache')
        .execute()
      return rows[0]?.state === 'accepted'
    })
    await socket.close()
  })
})
