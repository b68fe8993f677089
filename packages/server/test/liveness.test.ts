import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientFrame, net } from './raw-socket.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(
  async () =>
    void (testGateway = await TestGateway.open({ gateway: { pingMs: 3_000, storageHoldMs: 20_000 } })),
)
afterAll(() => testGateway.close())

const isConnected = async (station: TestStation) =>
  (
    await testGateway.fresh.db
      .selectFrom('stations')
      .select('is_connected')
      .where('id', '=', station.id)
      .executeTakeFirstOrThrow()
  ).is_connected

// Proves P15, G13, S4.1
test('a station that answered pings and falls silent is offline within two pings', async () => {
  const { station, socket } = await testGateway.booted()
  const { socket: other } = await testGateway.booted()
  await new Promise((resolve) => socket.ws.once('ping', resolve))
  socket.ws.pause()
  let pings = 0
  other.ws.on('ping', () => (pings += 1))
  await eventually(async () => !(await isConnected(station)))
  // another station has received two pings, or one more before the state was stored
  expect(pings).toBeLessThanOrEqual(3)
  expect(testGateway.side.gateway.isConnected(station.id)).toBe(false)
})

const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 10, 0, second)).toISOString()

// Proves G13
test('stations behind a network that drops everything are offline in time, and return with what they queued', async () => {
  const port = Number(new URL(testGateway.url).port)
  const network = await TcpProxy.listen(() => connect(port, '127.0.0.1'))
  const url = `ws://127.0.0.1:${network.port}`
  const half = await Promise.all(Array.from({ length: 8 }, () => testGateway.booted({ url })))
  const others = await Promise.all(Array.from({ length: 8 }, () => testGateway.booted()))
  await Promise.all(half.map(({ socket }) => new Promise((resolve) => socket.ws.once('ping', resolve))))
  // its answer follows that to the ping
  await Promise.all(half.map(({ socket }) => socket.call('Heartbeat', {})))
  let pings = 0
  others[0]!.socket.ws.on('ping', () => (pings += 1))
  network.freeze()
  const offline = async () =>
    (await Promise.all(half.map(({ station }) => isConnected(station)))).every((is) => !is)
  await eventually(offline)
  expect(pings).toBeLessThanOrEqual(3)
  for (const { station } of half) expect(testGateway.side.gateway.isConnected(station.id)).toBe(false)
  for (const { station, socket } of others) {
    expect(await isConnected(station)).toBe(true)
    await socket.call('Heartbeat', {})
  }
  network.restore()
  await Promise.all(
    half.map(async ({ station }) => {
      const socket = await testGateway.connect(station, { url })
      const start = { connectorId: 1, idTag: 'TAG', meterStart: 0, timestamp: at(1) }
      const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', start)
      const sampledValue = [{ value: '5' }]
      await socket.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: at(2), sampledValue }],
      })
      await socket.call('StopTransaction', { transactionId, meterStop: 10, timestamp: at(3) })
      expect(await testGateway.transactions(station.id)).toMatchObject([
        { number: transactionId, state: 'finished', energy_wh: 10 },
      ])
      expect(await isConnected(station)).toBe(true)
      await socket.close()
    }),
  )
  await Promise.all(others.map(({ socket }) => socket.close()))
  await network.close()
})

// Proves Q7
test('a station that never answers a ping stays online while its heartbeats may be expected', async () => {
  const station = await testGateway.addStation()
  const boot = '[2,"b","BootNotification",{"chargePointVendor":"EN+","chargePointModel":"M"}]'
  let pings = 0
  const silentServer = await new Promise<{ close(): void }>((resolve) => {
    void net(testGateway.url, station, undefined, (socket) => {
      // a plain socket: it answers no pings
      socket.on('data', (bytes) => (pings += bytes[0] === 0x89 ? 1 : 0))
      socket.write(clientFrame(1, Buffer.from(boot)))
      resolve({ close: () => socket.destroy() })
    })
  })
  await eventually(() => isConnected(station))
  await eventually(async () => pings >= 4)
  expect(await isConnected(station)).toBe(true)
  silentServer.close()
  await eventually(async () => !(await isConnected(station)))
})

test('the last-seen time is written at intervals, consecutive heartbeats are one entry of the log', async () => {
  const { station, socket } = await testGateway.booted()
  for (let n = 0; n < 5; n++) await socket.call('Heartbeat', {})
  const beats = () =>
    testGateway.fresh.db
      .selectFrom('ocpp_log')
      .selectAll()
      .where('station_id', '=', station.id)
      .where('action', '=', 'Heartbeat')
      .execute()
  await eventually(async () => (await beats())[0]?.repeats === 5)
  const begun = Date.now()
  for (let n = 0; n < 3; n++) await socket.call('Heartbeat', {})
  await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
  await socket.call('Heartbeat', {})
  await socket.close()
  const rows = await eventually(async () => {
    const found = await testGateway.fresh.db
      .selectFrom('ocpp_log')
      .select(['action', 'repeats'])
      .where('station_id', '=', station.id)
      .orderBy('id')
      .execute()
    return found.length === 6 && found
  })
  expect(rows.map(({ action, repeats }) => [action, repeats])).toEqual([
    ['Connect', 1],
    ['BootNotification', 1],
    ['Heartbeat', 8],
    ['StatusNotification', 1],
    ['Heartbeat', 1],
    ['Disconnect', 1],
  ])
  const { last_seen_at } = await testGateway.fresh.db
    .selectFrom('stations')
    .select('last_seen_at')
    .where('id', '=', station.id)
    .executeTakeFirstOrThrow()
  expect(last_seen_at!.getTime()).toBeGreaterThanOrEqual(begun)
})

// Proves INV-9, G19
test('a station that reads nothing is cut off, memory stays bounded', async () => {
  const generous = { pipelinedPerSecond: 1e6, pipelinedBurst: 1e6, sendBufferBytes: 64 * 1024 }
  const open = await TestGateway.open({ gateway: generous, database: testGateway.fresh })
  const station = await testGateway.addStation()
  const bootNotification = Buffer.from(
    '[2,"x","BootNotification",{"chargePointVendor":"V","chargePointModel":"M"}]',
  )
  const beats = Buffer.concat(
    Array.from({ length: 200 }, (_, n) => clientFrame(1, Buffer.from(`[2,"h${n}","Heartbeat",{}]`))),
  )
  const gone = net(open.url, station, undefined, (socket) => {
    socket.write(clientFrame(1, bootNotification))
    socket.pause()
    const push = () => {
      while (!socket.destroyed && socket.write(beats)) continue
      if (!socket.destroyed) socket.once('drain', push)
    }
    push()
  })
  await eventually(() => isConnected(station))
  await eventually(async () => !open.side.gateway.isConnected(station.id))
  void gone.then(({ socket }) => socket.destroy())
  await open.stop()
})

// Proves INV-11
test('stations of a process that has ended are set offline by the next start', async () => {
  const station = await testGateway.addStation()
  await testGateway.fresh.db
    .updateTable('stations')
    .set({ is_connected: true, connected_process: 'stationmaster station side gone' })
    .where('id', '=', station.id)
    .execute()
  const { station: online } = await testGateway.booted()
  const next = await TestGateway.open({ database: testGateway.fresh })
  expect(await isConnected(station)).toBe(false)
  expect(await isConnected(online)).toBe(true)
  await next.stop()
})

test('thousands of stations of an ended process are set offline in several statements', async () => {
  const { db } = testGateway.fresh
  await sql`insert into stations (id, account_id, identity, is_connected, connected_process)
    select gen_random_uuid(), ${testGateway.accountId}, 'GONE-' || n, true, 'stationmaster station side gone'
    from generate_series(1, 2001) n`.execute(db)
  const next = await TestGateway.open({ database: testGateway.fresh })
  const { rows } = await sql<{ online: number; transactions: number }>`
    select count(*) filter (where is_connected)::int as online, count(distinct xmin::text)::int as transactions
    from stations where identity like 'GONE-%'`.execute(db)
  // one statement for all of them exceeds its timeout when a hundred thousand were connected
  expect(rows).toEqual([{ online: 0, transactions: 3 }])
  await next.stop()
})

test('a server that stops is not ready', async () => {
  const other = await TestGateway.open()
  expect(other.side.notReady()).toEqual([])
  const closed = other.side.close()
  expect(other.side.notReady()).toEqual(['the server is stopping'])
  await closed
  await other.close()
})
