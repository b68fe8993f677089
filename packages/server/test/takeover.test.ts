import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open({ trustProxy: true })))
afterAll(() => testGateway.close())

const row = (station: TestStation) =>
  testGateway.fresh.db
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', station.id)
    .executeTakeFirstOrThrow()

// Proves G14, Q8
test('a second socket with valid credentials wins, the old one is closed', async () => {
  const { station, socket } = await testGateway.booted()
  const second = await testGateway.connect(station)
  expect(await socket.until(() => socket.closed)).toMatchObject({
    code: 1008,
    reason: 'replaced by a newer connection',
  })
  await second.call('Heartbeat', {})
  const first = (await row(station)).connection_epoch
  const third = await testGateway.connect(station)
  await third.call('Heartbeat', {})
  expect((await row(station)).connection_epoch).toBeGreaterThan(first)
})

// Proves G15
test('the close of an old socket does not set its station offline', async () => {
  const { station, socket } = await testGateway.booted()
  const second = await testGateway.connect(station)
  await second.call('Heartbeat', {})
  socket.ws.terminate()
  await socket.until(() => socket.closed)
  await second.call('Heartbeat', {})
  expect(await row(station)).toMatchObject({ is_connected: true })
  expect(testGateway.side.gateway.isConnected(station.id)).toBe(true)
})

// Proves G14
test('a start in progress over the old socket counts once over the new one', async () => {
  await testGateway.addCard('MOVING', { max_transactions: 0 })
  const { station, socket } = await testGateway.booted()
  const start = { connectorId: 1, idTag: 'MOVING', meterStart: 7, timestamp: new Date().toISOString() }
  socket.ws.send(JSON.stringify([2, 'in-flight', 'StartTransaction', start]))
  const second = await testGateway.connect(station)
  const { transactionId } = await second.call<{ transactionId: number }>('StartTransaction', start)
  const stored = await testGateway.transactions(station.id)
  expect(stored.map(({ number }) => number)).toEqual([transactionId])
  await second.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: start.timestamp, sampledValue: [{ value: '8' }] }],
  })
  const remaining = await testGateway.fresh.db
    .selectFrom('unmatched_messages')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(remaining).toEqual([])
})

// Proves G12
test('a process that learns of a newer socket elsewhere closes its own', async () => {
  const { station, socket } = await testGateway.booted()
  const other = await TestGateway.open({ database: testGateway.fresh })
  const there = await other.connect(station)
  expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1008 })
  await there.call('Heartbeat', {})
  await eventually(async () => !testGateway.side.gateway.isConnected(station.id))
  expect(await row(station)).toMatchObject({ is_connected: true })
  await other.stop()
  await eventually(async () => !(await row(station)).is_connected)
})

/** Registers a newer connection as another process does, without the event that it publishes. */
const replaceUnnoticed = ({ id }: TestStation) =>
  testGateway.fresh.db
    .updateTable('stations')
    .set(({ eb }) => ({ connection_epoch: eb('connection_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute()

const report = (status: string) => ({ connectorId: 1, errorCode: 'NoError', status })

// Proves G12
test('a process that missed a newer socket elsewhere stores and answers nothing more', async () => {
  const [{ station, socket }, other] = await Promise.all([testGateway.booted(), testGateway.booted()])
  await socket.call('StatusNotification', report('Available'))
  await replaceUnnoticed(station)
  const answers = socket.frames.length
  const start = { connectorId: 1, idTag: 'FENCED', meterStart: 0, timestamp: new Date().toISOString() }
  socket.ws.send(JSON.stringify([2, 'late-status', 'StatusNotification', report('Faulted')]))
  socket.ws.send(JSON.stringify([2, 'late-start', 'StartTransaction', start]))
  // a message of another station in the same batch is stored
  await other.socket.call('StatusNotification', report('Charging'))
  expect(await socket.until(() => socket.closed)).toMatchObject({
    code: 1008,
    reason: 'replaced by a newer connection',
  })
  expect(socket.frames.slice(answers)).toEqual([])
  expect(await testGateway.transactions(station.id)).toEqual([])
  const stateOf = async ({ id }: TestStation) =>
    testGateway.fresh.db.selectFrom('evses').select('state').where('station_id', '=', id).execute()
  expect(await stateOf(station)).toEqual([{ state: 'available' }])
  expect(await stateOf(other.station)).toEqual([{ state: 'charging' }])
  expect(await row(station)).toMatchObject({ is_connected: true })
})

// Proves G12
test('a status of an update over a replaced connection is neither stored nor answered', async () => {
  const { station, socket } = await testGateway.booted()
  await socket.call('FirmwareStatusNotification', { status: 'Downloading' })
  await replaceUnnoticed(station)
  const answers = socket.frames.length
  socket.ws.send(JSON.stringify([2, 'late', 'FirmwareStatusNotification', { status: 'Installed' }]))
  expect(await socket.until(() => socket.closed)).toMatchObject({
    code: 1008,
    reason: 'replaced by a newer connection',
  })
  expect(socket.frames.slice(answers)).toEqual([])
  const transfers = await testGateway.fresh.db
    .selectFrom('transfers')
    .select('status')
    .where('station_id', '=', station.id)
    .execute()
  expect(transfers).toEqual([{ status: 'Downloading' }])
})

// Proves H6
test('sockets that keep replacing each other from different addresses are a security event', async () => {
  const { station } = await testGateway.booted({ headers: { 'x-forwarded-for': '10.0.0.1' } })
  for (let n = 2; n < 7; n++) {
    const socket = await testGateway.connect(station, { headers: { 'x-forwarded-for': `10.0.0.${n % 2}` } })
    await socket.call('Heartbeat', {})
  }
  const event = await eventually(() =>
    testGateway.fresh.db
      .selectFrom('security_events')
      .selectAll()
      .where('station_id', '=', station.id)
      .executeTakeFirst(),
  )
  expect(event.type).toBe('RepeatedTakeover')
})

// Proves G14
test('a thousand reconnections leave nothing behind', async () => {
  const { station } = await testGateway.booted()
  const before = testGateway.side.gateway.size
  for (let n = 0; n < 100; n++) {
    const sockets = await Promise.all(Array.from({ length: 10 }, () => testGateway.connect(station)))
    for (const socket of sockets) socket.ws.terminate()
  }
  await eventually(async () => !testGateway.side.gateway.isConnected(station.id))
  expect(testGateway.side.gateway.size).toBe(before - 1)
  await eventually(async () => !(await row(station)).is_connected)
})

// Proves G16
test('connections that are cut off at any byte do not affect the others', async () => {
  const { socket } = await testGateway.booted()
  const station = await testGateway.addStation()
  const { connect } = await import('node:net')
  const { port } = new URL(testGateway.url)
  const request = `GET /ocpp/${station.identity} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ocpp1.6\r\nAuthorization: Basic ${Buffer.from(`${station.identity}:${station.key}`).toString('base64')}\r\n\r\n`
  await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const dial = connect(Number(port), '127.0.0.1')
      dial.on('error', () => {})
      await new Promise((resolve) => dial.write(request.slice(0, (n * 7) % (request.length + 1)), resolve))
      dial.destroy()
    }),
  )
  await socket.call('Heartbeat', {})
})
