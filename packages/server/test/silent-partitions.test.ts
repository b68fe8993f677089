import { connect } from 'node:net'
import { stationList, stationSet } from '@stationmaster/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NatsBus } from '../src/bus/nats-bus.ts'
import { PostgresBus } from '../src/bus/postgres-bus.ts'
import { createLog } from '../src/shared/log.ts'
import { queryable } from '../src/storage/queryable.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { hasNats, NatsServer } from './nats-server.ts'
import { RawStation } from './raw-station.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { eventually } from './test-gateway.ts'
import { TestServer } from './test-server.ts'

const log = createLog('silent')
let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const openBus = (url: string) => new PostgresBus(() => new Client({ connectionString: url }), log, queryable)

// Proves G10
test('a connection for events over which nothing arrives any more is replaced, and what was missed is a gap', async () => {
  const proxy = await DatabaseProxy.open(fresh.url)
  const bus = openBus(proxy.url)
  const dropped: string[] = []
  let gaps = 0
  bus.on('station.drop', ({ station }) => dropped.push(station))
  bus.onGap(() => (gaps += 1))
  await bus.open()
  const publish = (station: string) =>
    bus.publish(fresh.pool, [{ kind: 'station.drop', station, why: 'test' }])
  await publish('before')
  await eventually(async () => dropped.includes('before'))
  proxy.leaveHalfOpen()
  await publish('lost')
  await eventually(async () => gaps === 1, 20_000)
  await publish('after')
  await eventually(async () => dropped.includes('after'))
  expect(dropped).toEqual(['before', 'after'])
  await bus.close()
  await proxy.close()
})

// Proves G10
test.runIf(hasNats)(
  'hints go by the database five seconds after nothing arrives from NATS, and by NATS again when it answers',
  async () => {
    const nats = new NatsServer()
    await nats.start()
    const port = Number(new URL(nats.url).port)
    const proxy = await TcpProxy.listen(() => connect(port, '127.0.0.1'))
    const bus = new NatsBus(openBus(fresh.url), {
      url: `nats://127.0.0.1:${proxy.port}`,
      subject: 'test',
      log,
    })
    let gaps = 0
    bus.onGap(() => (gaps += 1))
    await bus.open()
    expect(await bus.ready()).toBe(true)
    expect(bus.canSendHints()).toBe(true)
    proxy.freeze()
    const since = performance.now()
    await eventually(async () => !bus.canSendHints())
    expect(performance.now() - since).toBeLessThan(5_000)
    await eventually(async () => gaps === 1)
    proxy.restore()
    await eventually(async () => bus.canSendHints())
    await eventually(async () => gaps === 2)
    await bus.close()
    await proxy.close()
    await nats.kill()
  },
)

// Proves G4, G9
test('while nothing passes to the database, requests fail in time and heartbeats are answered; then everything arrives', async () => {
  const database = await freshDatabase()
  const proxy = await DatabaseProxy.open(database.url)
  const server = await TestServer.open({}, { database: { ...database, url: proxy.url } })
  const admin = await server.user('adam', { isAdmin: true })
  const url = server.url.replace('http', 'ws')
  const add = async (identity: string) => {
    const { key } = await server.request(stationSet, { id: null, identity }, admin)
    return () => RawStation.connect({ url, identity, key: key! })
  }
  const connectStation = await add('STARTS')
  const [socket, idle] = await Promise.all([connectStation(), (await add('IDLE'))()])
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  const list = () => server.call(stationList, {}, admin)
  // several connections of each pool are in use when the network fails
  await Promise.all(Array.from({ length: 6 }, list))
  proxy.freeze()
  const since = performance.now()
  const start = { connectorId: 1, idTag: 'TAG', meterStart: 1, timestamp: '2026-11-27T10:00:00Z' }
  socket.ws.send(JSON.stringify([2, 'start', 'StartTransaction', start]))
  expect(await idle.call('Heartbeat', {})).toHaveProperty('currentTime')
  const replies = await Promise.all(Array.from({ length: 6 }, list))
  expect(performance.now() - since).toBeLessThan(30_000)
  for (const { status, body } of replies)
    expect([status, body]).toMatchObject([503, { error: { code: 'server.storage_unavailable' } }])
  expect(await idle.call('Heartbeat', {})).toHaveProperty('currentTime')
  // it keeps its message and sends it again
  await socket.until(() => socket.closed)
  proxy.restore()
  await eventually(async () => (await list()).status === 200, 30_000)
  // until a connection of this part has been replaced, too, upgrades are refused and stations try later
  let again: RawStation | undefined
  await eventually(async () => (again = await connectStation().catch(() => undefined)) !== undefined, 30_000)
  if (!again) throw new Error('the station is not connected')
  const { transactionId } = await again.call<{ transactionId: number }>('StartTransaction', start)
  const stored = await database.db.selectFrom('transactions').select('number').execute()
  expect(stored).toEqual([{ number: transactionId }])
  again.ws.terminate()
  idle.ws.terminate()
  await server.close()
  await proxy.close()
})
