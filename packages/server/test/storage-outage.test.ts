import { afterEach, expect, test } from 'vitest'
import { DatabaseProxy } from './database-proxy.ts'
import { freshDatabase } from './database.ts'
import { type RawStation, refusedHandshake } from './raw-station.ts'
import { repeatDuring } from './repeat-during.ts'
import { eventually, type TestGatewayOptions, TestGateway } from './test-gateway.ts'

let testGateway: TestGateway
let proxy: DatabaseProxy
const open = async (options: TestGatewayOptions = {}) => {
  const database = await freshDatabase()
  proxy = await DatabaseProxy.open(database.url)
  testGateway = await TestGateway.open({ database, databaseUrl: proxy.url, ...options })
  await testGateway.addCard('TAG', { max_transactions: 0 })
}
afterEach(async () => {
  proxy.restore()
  await testGateway.close()
  await proxy.close()
})

const now = () => new Date().toISOString()
const start = (socket: RawStation, more: object = {}) =>
  socket.callFrame('StartTransaction', {
    connectorId: 1,
    idTag: 'TAG',
    meterStart: 1,
    timestamp: now(),
    ...more,
  })

// Proves G4
test('an outage is waited out, heartbeats are answered, and everything is stored once it is over', async () => {
  await open()
  const stations = await Promise.all(Array.from({ length: 5 }, () => testGateway.booted()))
  const states: (Date | null)[] = []
  testGateway.side.ingest.onState((since) => states.push(since))
  proxy.cut()
  const starts = stations.map(({ socket }) => start(socket))
  await eventually(async () => testGateway.side.ingest.unavailableSince !== null)
  await expect(
    Promise.race([...starts, new Promise((resolve) => setTimeout(resolve, 500, 'nothing'))]),
  ).resolves.toBe('nothing')
  expect(await testGateway.transactions(stations[0]!.station.id)).toEqual([])
  proxy.restore()
  for (const [index, answer] of (await Promise.all(starts)).entries()) {
    expect(answer[0]).toBe(3)
    const [stored] = await testGateway.transactions(stations[index]!.station.id)
    expect(stored!.number).toBe((answer[2] as { transactionId: number }).transactionId)
  }
  await eventually(async () => testGateway.side.ingest.unavailableSince === null)
  expect(states.length).toBe(2)
  expect(states[1]).toBeNull()
})

// Proves G4
test('heartbeats are answered while the storage is unavailable, new sockets are asked to retry', async () => {
  await open()
  const { socket } = await testGateway.booted()
  const { socket: other } = await testGateway.booted()
  proxy.cut()
  const waiting = start(other)
  await eventually(async () => testGateway.side.ingest.unavailableSince !== null)
  expect(await socket.call('Heartbeat', {})).toHaveProperty('currentTime')
  const refused = await refusedHandshake({ url: testGateway.url, ...(await testGateway.addStation()) })
  expect(refused.status).toBe(503)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(10)
  proxy.restore()
  expect((await waiting)[0]).toBe(3)
})

// Proves INV-7, P8, G9
test('a call that waits too long closes its socket with 1013 and no CALLERROR, nothing is lost', async () => {
  await open({ gateway: { storageHoldMs: 4_000 } })
  const { station, socket } = await testGateway.booted()
  proxy.cut()
  const payload = { timestamp: now() }
  socket.ws.send(
    JSON.stringify([
      2,
      'held',
      'StartTransaction',
      { connectorId: 1, idTag: 'TAG', meterStart: 1, ...payload },
    ]),
  )
  expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1013, reason: 'storage unavailable' })
  expect(socket.frames.some((text) => text.includes('held'))).toBe(false)
  proxy.restore()
  await eventually(async () => testGateway.side.ingest.unavailableSince === null)
  const again = await testGateway.connect(station)
  const [type, , answer] = await start(again, payload)
  expect(type).toBe(3)
  const stored = await testGateway.transactions(station.id)
  expect(stored.map(({ number }) => number)).toEqual([(answer as { transactionId: number }).transactionId])
})

// Proves G2, G5
test('a commit whose response is lost is not written twice', async () => {
  await open({ lanes: 1 })
  const { station, socket } = await testGateway.booted()
  proxy.cutsAfterCommit = 1
  const [, , started] = await start(socket)
  const { transactionId } = started as { transactionId: number }
  proxy.cutsAfterCommit = 1
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: now(), sampledValue: [{ value: '5' }, { value: '6', measurand: 'SoC' }] }],
  })
  proxy.cutsAfterCommit = 1
  await socket.call('StopTransaction', { transactionId, meterStop: 501, timestamp: now() })
  expect(proxy.cutsAfterCommit).toBe(0)
  expect(await testGateway.transactions(station.id)).toMatchObject([
    { number: transactionId, state: 'finished', energy_wh: 500 },
  ])
  const count = async (table: 'meter_values' | 'ocpp_log' | 'unmatched_messages') => {
    const rows = await testGateway.fresh.db
      .selectFrom(table)
      .select('station_id')
      .where('station_id', '=', station.id)
      .execute()
    return rows.length
  }
  expect([await count('meter_values'), await count('ocpp_log'), await count('unmatched_messages')]).toEqual([
    2, 5, 0,
  ])
})

// Proves G5
test('backends that are killed repeatedly cost no station a response', async () => {
  await open()
  const stations = await Promise.all(Array.from({ length: 10 }, () => testGateway.booted()))
  const sessions = 10
  let answers = 0
  // the next kill waits for some answers, so that a slow machine has as many kills as a fast one
  const kill = async () => {
    await testGateway.fresh.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'stationmaster station side%'`,
    )
    const enough = Math.min(answers + 4, stations.length * sessions * 2)
    await eventually(async () => answers >= enough)
  }
  const charge = async ({ socket }: { socket: RawStation }) => {
    for (let n = 0; n < sessions; n++) {
      const [type, , answer] = await start(socket, { meterStart: n })
      expect(type).toBe(3)
      answers++
      const { transactionId } = answer as { transactionId: number }
      const stop = { transactionId, meterStop: n + 1, timestamp: now() }
      expect((await socket.callFrame('StopTransaction', stop))[0]).toBe(3)
      answers++
    }
  }
  await repeatDuring(kill, () => Promise.all(stations.map(charge)))
  const stored = await testGateway.fresh.db
    .selectFrom('transactions')
    .select(['state', 'energy_wh'])
    .execute()
  expect(stored).toHaveLength(100)
  expect(stored.every(({ state, energy_wh }) => state === 'finished' && energy_wh === 1)).toBe(true)
})

// Proves G7
test('a locked table delays what needs it, and others continue', async () => {
  await open()
  const { station, socket } = await testGateway.booted()
  const { socket: other } = await testGateway.booted()
  const client = await testGateway.fresh.pool.connect()
  await client.query('begin')
  await client.query('lock table transactions in access exclusive mode')
  const waiting = start(socket)
  for (let n = 0; n < 5; n++)
    await other.call('StatusNotification', {
      connectorId: 1,
      errorCode: 'NoError',
      status: n % 2 ? 'Available' : 'Preparing',
      timestamp: now(),
    })
  await client.query('commit')
  client.release()
  expect((await waiting)[0]).toBe(3)
  expect(await testGateway.transactions(station.id)).toHaveLength(1)
})

// Proves G7
test('a database that answers each query late delays the responses, and nothing else', async () => {
  await open()
  const stations = await Promise.all(Array.from({ length: 30 }, () => testGateway.booted()))
  proxy.delayMs = 200
  const before = Date.now()
  await Promise.all(
    stations.map(async ({ socket }) => {
      const [type, , answer] = await start(socket)
      expect(type).toBe(3)
      const { transactionId } = answer as { transactionId: number }
      const payload = { transactionId, meterStop: 2, timestamp: now() }
      expect((await socket.callFrame('StopTransaction', payload))[0]).toBe(3)
    }),
  )
  // one after the other, the 60 calls of at least three statements would take 36 s
  expect(Date.now() - before).toBeLessThan(30_000)
  proxy.delayMs = 0
  const stored = await testGateway.fresh.db.selectFrom('transactions').select('state').execute()
  expect(stored.map(({ state }) => state)).toEqual(stations.map(() => 'finished'))
})
