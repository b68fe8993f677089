import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open()
  await gateway.addCard('TAG', { max_transactions: 0 })
})
afterAll(() => gateway.close())

interface Started {
  transactionId: number
  idTagInfo: { status: string }
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const start = (socket: RawStation, more: object = {}) =>
  socket.call<Started>('StartTransaction', {
    connectorId: 1,
    idTag: 'TAG',
    meterStart: 100,
    timestamp: minutesAgo(5),
    ...more,
  })
const stop = (socket: RawStation, transactionId: number, more: object = {}) =>
  socket.call('StopTransaction', { transactionId, meterStop: 1_100, timestamp: minutesAgo(1), ...more })
const unmatchedOf = (station: TestStation) =>
  gateway.fresh.db
    .selectFrom('unmatched_messages')
    .selectAll()
    .where('station_id', '=', station.id)
    .orderBy('id')
    .execute()

// Proves R1, G30
test('the same message sent again on one connection gets the same response', async () => {
  const { station, socket } = await gateway.booted()
  const frame = JSON.stringify([
    2,
    '1000001',
    'StartTransaction',
    { connectorId: 1, idTag: 'TAG', meterStart: 5, timestamp: minutesAgo(3) },
  ])
  socket.ws.send(frame)
  socket.ws.send(frame)
  const answers = await socket.until(() => {
    const found = socket.frames.filter((text) => text.startsWith('[3,"1000001"'))
    return found.length === 2 && found
  })
  expect(answers[0]).toBe(answers[1])
  expect(await gateway.transactions(station.id)).toHaveLength(1)
})

// Proves R1, P3, Q3
test('the same message id with another payload is another message', async () => {
  const { station, socket } = await gateway.booted()
  const transactionNumberOf = async (connectorId: number) => {
    const before = socket.frames.length
    socket.ws.send(
      JSON.stringify([
        2,
        'same',
        'StartTransaction',
        { connectorId, idTag: 'TAG', meterStart: 5, timestamp: minutesAgo(3) },
      ]),
    )
    return socket.until(() => socket.frames[before])
  }
  expect(await transactionNumberOf(1)).not.toBe(await transactionNumberOf(2))
  expect(await gateway.transactions(station.id)).toHaveLength(2)
})

// Proves INV-2, R2, Q4
test('a start under a new id, over a new connection and after a restart keeps its number', async () => {
  const { station, socket } = await gateway.booted()
  const payload = { timestamp: minutesAgo(5) }
  const first = await start(socket, payload)
  expect((await start(socket, payload)).transactionId).toBe(first.transactionId)
  await socket.close()
  const again = await gateway.connect(station)
  expect((await start(again, payload)).transactionId).toBe(first.transactionId)
  await again.close()
  const next = await TestGateway.open({ database: gateway.fresh })
  const later = await next.connect(station)
  expect((await start(later, payload)).transactionId).toBe(first.transactionId)
  await stop(later, first.transactionId)
  expect((await start(later, payload)).transactionId).toBe(first.transactionId)
  await next.stop()
  expect(await gateway.transactions(station.id)).toHaveLength(1)
})

// Proves INV-2
test('one start sent over many connections at the same time is one transaction', async () => {
  const { station, socket } = await gateway.booted()
  await socket.close()
  const payload = { timestamp: minutesAgo(9) }
  const other = await TestGateway.open({ database: gateway.fresh })
  const sockets = [await gateway.connect(station), await other.connect(station)]
  const numbers = await Promise.all(
    sockets.map((one) =>
      start(one, payload).then(
        ({ transactionId }) => transactionId,
        () => null,
      ),
    ),
  )
  await other.stop()
  const stored = await gateway.transactions(station.id)
  expect(stored).toHaveLength(1)
  for (const number of numbers) if (number !== null) expect(number).toBe(stored[0]!.number)
})

// Proves G52
test('a repeated start is never ConcurrentTx', async () => {
  await gateway.addCard('ONCE', { max_transactions: 1 })
  const { station, socket } = await gateway.booted()
  const payload = { idTag: 'ONCE', timestamp: minutesAgo(4) }
  const first = await start(socket, payload)
  const again = await start(socket, payload)
  expect(again).toEqual(first)
  expect(first.idTagInfo.status).toBe('Accepted')
  const { socket: elsewhere } = await gateway.booted()
  expect((await start(elsewhere, { idTag: 'once' })).idTagInfo.status).toBe('ConcurrentTx')
  expect((await start(elsewhere, { idTag: 'once', connectorId: 2 })).transactionId).toBeGreaterThan(0)
  expect(await gateway.transactions(station.id)).toHaveLength(1)
})

// Proves R2
test('a copy of a start more than a day after its stop is a new transaction', async () => {
  const { station, socket } = await gateway.booted()
  const payload = { timestamp: minutesAgo(3_000) }
  const first = await start(socket, payload)
  await stop(socket, first.transactionId)
  await gateway.fresh.db
    .updateTable('transactions')
    .set({ received_stop_at: new Date(Date.now() - 25 * 3_600_000) })
    .where('number', '=', first.transactionId)
    .execute()
  const second = await start(socket, payload)
  expect(second.transactionId).not.toBe(first.transactionId)
  expect((await start(socket, payload)).transactionId).toBe(second.transactionId)
  const [, stored] = await gateway.transactions(station.id)
  expect(stored!.flags).toContain('start-repeated')
})

// Proves R3, Q12
test('a start without a clock matches only while its transaction runs and no boot came between', async () => {
  const { station, socket } = await gateway.booted()
  const payload = { timestamp: '1970-01-01T00:00:12Z' }
  const first = await start(socket, payload)
  expect((await start(socket, payload)).transactionId).toBe(first.transactionId)
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  const begun = Date.now()
  const second = await start(socket, payload)
  expect(second.transactionId).not.toBe(first.transactionId)
  expect((await start(socket, payload)).transactionId).toBe(second.transactionId)
  const stored = await gateway.transactions(station.id)
  expect(stored.map(({ state }) => state)).toEqual(['needs_review', 'running'])
  expect(stored[1]!.flags).toEqual(expect.arrayContaining(['clockless', 'start-repeated']))
  expect(stored[1]!.started_at.getTime()).toBeGreaterThanOrEqual(begun)
})

// Proves R4, Q39
test('a start on a busy connector opens, the older transaction needs review with its last meter value', async () => {
  const { station, socket } = await gateway.booted()
  const first = await start(socket, { timestamp: minutesAgo(60) })
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId: first.transactionId,
    meterValue: [{ timestamp: minutesAgo(30), sampledValue: [{ value: '700' }] }],
  })
  await eventually(async () => (await gateway.transactions(station.id))[0]!.meter_last_wh === 700)
  const second = await start(socket, { timestamp: minutesAgo(10), meterStart: 800 })
  expect(second.transactionId).not.toBe(first.transactionId)
  const [older, newer] = await gateway.transactions(station.id)
  expect(older).toMatchObject({
    state: 'needs_review',
    meter_stop_wh: 700,
    energy_wh: 0,
    flags: ['connector-never-announced', 'ended-without-stop'],
  })
  expect(newer).toMatchObject({ state: 'running' })
  expect(newer!.flags).toContain('connector-was-busy')
  await stop(socket, first.transactionId, { meterStop: 790, timestamp: minutesAgo(20) })
  const [settled] = await gateway.transactions(station.id)
  expect(settled).toMatchObject({ state: 'finished', energy_wh: 690, flags: ['connector-never-announced'] })
})

// Proves INV-3, R5, G33, Q38
test('the first stop counts, equal copies get the same response, another is stored as conflict', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  const payload = { timestamp: minutesAgo(1), idTag: 'TAG' }
  const first = await stop(socket, transactionId, payload)
  expect(await stop(socket, transactionId, payload)).toEqual(first)
  expect(await unmatchedOf(station)).toEqual([])
  expect(await stop(socket, transactionId, { ...payload, meterStop: 9_999 })).toEqual(first)
  expect(await stop(socket, transactionId, { ...payload, meterStop: 9_999 })).toEqual(first)
  expect(await unmatchedOf(station)).toMatchObject([
    { kind: 'stop-conflict', candidate_number: transactionId, repeats: 2 },
  ])
  expect((await gateway.transactions(station.id))[0]).toMatchObject({
    meter_stop_wh: 1_100,
    energy_wh: 1_000,
  })
})

// Proves R6, G32, Q1
test.each([
  ['0', 0],
  ['-1', -1],
  // Proves Q2
  ['2^63-1', 9223372036854775807n],
  // Proves Q40
  ['an unknown number', 1_234_567],
])('a stop for transaction %s is answered and stored', async (_, id) => {
  const { station, socket } = await gateway.booted()
  socket.ws.send(
    `[2,"s1","StopTransaction",{"transactionId":${id},"meterStop":5,"timestamp":"${minutesAgo(1)}","idTag":"TAG"}]`,
  )
  const [type, , answer] = await socket.answerTo('s1')
  expect(type).toBe(3)
  expect(answer).toEqual({ idTagInfo: { status: 'Accepted' } })
  const [row] = await unmatchedOf(station)
  expect(row).toMatchObject({ kind: 'stop-unknown', resolved_at: null })
  expect(row!.payload).toContain(`"transactionId":${id}`)
})

// Proves R6
test('a stop without its number ends the only transaction it can mean', async () => {
  const { station, socket } = await gateway.booted()
  await start(socket)
  await stop(socket, -1, { idTag: 'TAG' })
  const [transaction] = await gateway.transactions(station.id)
  expect(transaction).toMatchObject({ state: 'finished', energy_wh: 1_000 })
  expect(transaction!.flags).toContain('stop-matched')
  const [row] = await unmatchedOf(station)
  expect(row).toMatchObject({ kind: 'stop-unknown', candidate_number: transaction!.number })
  expect(row!.resolved_at).not.toBeNull()
})

// Proves R6
test('with two candidates a user decides', async () => {
  const { station, socket } = await gateway.booted()
  await start(socket)
  await start(socket, { connectorId: 2 })
  await stop(socket, 0, { idTag: 'TAG' })
  expect((await gateway.transactions(station.id)).map(({ state }) => state)).toEqual(['running', 'running'])
  expect(await unmatchedOf(station)).toMatchObject([{ kind: 'stop-unknown', resolved_at: null }])
})

// Proves INV-5, G34, H8
test('a stop or meter values for another station change nothing there', async () => {
  const victim = await gateway.booted()
  const { transactionId } = await start(victim.socket)
  const thief = await gateway.booted()
  expect(await stop(thief.socket, transactionId)).toEqual({})
  await thief.socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: minutesAgo(1), sampledValue: [{ value: '77' }] }],
  })
  expect(await gateway.transactions(victim.station.id)).toMatchObject([
    { state: 'running', meter_last_wh: null },
  ])
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .selectAll()
    .where('transaction_number', '=', transactionId)
    .execute()
  expect(values).toEqual([])
  expect((await unmatchedOf(thief.station)).map(({ kind }) => kind)).toEqual([
    'stop-foreign',
    'meter-foreign',
  ])
  const events = await gateway.fresh.db
    .selectFrom('security_events')
    .selectAll()
    .where('station_id', '=', thief.station.id)
    .execute()
  expect(events.map(({ type }) => type)).toEqual(['ForeignTransaction', 'ForeignTransaction'])
})

// Proves G31
test('a stop that comes before its start is joined with it', async () => {
  const { station, socket } = await gateway.booted()
  await stop(socket, 0, { idTag: 'TAG', timestamp: minutesAgo(1) })
  await socket.close()
  const again = await gateway.connect(station)
  await start(again, { timestamp: minutesAgo(10) })
  const [transaction] = await gateway.transactions(station.id)
  expect(transaction).toMatchObject({ state: 'finished', energy_wh: 1_000 })
  expect(transaction!.flags).toContain('stop-came-first')
  expect((await unmatchedOf(station))[0]!.resolved_at).not.toBeNull()
})

// Proves G31
test('meter values that came before their start belong to the transaction once it has ended', async () => {
  const { station, socket } = await gateway.booted()
  const value = (minutes: number, transactionId: number) =>
    socket.call('MeterValues', {
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: minutesAgo(minutes), sampledValue: [{ value: String(1_000 - minutes) }] }],
    })
  await value(25, -1)
  await value(15, -1)
  const { transactionId } = await start(socket, { timestamp: minutesAgo(20) })
  await value(10, transactionId)
  await stop(socket, transactionId)
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .selectAll()
    .where('station_id', '=', station.id)
    .orderBy('sampled_at')
    .execute()
  expect(values.map(({ transaction_number }) => transaction_number)).toEqual([
    null,
    transactionId,
    transactionId,
  ])
})

// Proves G31
test('meter values sent over an earlier socket belong to the transaction from its start', async () => {
  const { station, socket } = await gateway.booted()
  const value = (minutes: number) =>
    socket.call('MeterValues', {
      connectorId: 1,
      transactionId: -1,
      meterValue: [{ timestamp: minutesAgo(minutes), sampledValue: [{ value: String(1_000 - minutes) }] }],
    })
  await value(25)
  await value(15)
  await socket.close()
  const { transactionId } = await start(await gateway.connect(station), { timestamp: minutesAgo(20) })
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .select('transaction_number')
    .where('station_id', '=', station.id)
    .orderBy('sampled_at')
    .execute()
  expect(values.map(({ transaction_number }) => transaction_number)).toEqual([null, transactionId])
})

// Proves G52
test('of two stations that start one card at the same moment one is refused', async () => {
  await gateway.addCard('ALONE', { max_transactions: 1 })
  const stations = await Promise.all([gateway.booted(), gateway.booted()])
  const started = await Promise.all(stations.map(({ socket }) => start(socket, { idTag: 'ALONE' })))
  expect(started.map(({ idTagInfo }) => idTagInfo.status).sort()).toEqual(['Accepted', 'ConcurrentTx'])
  expect(new Set(started.map(({ transactionId }) => transactionId)).size).toBe(2)
})

// Proves G30
test('repeated meter values add nothing', async () => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  const meterValues = {
    connectorId: 1,
    transactionId,
    meterValue: [
      {
        timestamp: minutesAgo(1),
        sampledValue: [{ value: '200' }, { value: '16', measurand: 'Current.Import', unit: 'A' }],
      },
    ],
  }
  await socket.call('MeterValues', meterValues)
  await socket.call('MeterValues', meterValues)
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .selectAll()
    .where('station_id', '=', station.id)
    .execute()
  expect(values).toHaveLength(2)
})

// Proves P6, P10, Q27
test('a refused card is answered with a transaction number, and the start is stored', async () => {
  await gateway.addCard('BLOCKED', { state: 'disabled' })
  await gateway.addCard('EXPIRED', { expires_at: new Date('2020-01-01') })
  const { station, socket } = await gateway.booted()
  const statuses = []
  for (const [connectorId, idTag] of [
    [1, 'BLOCKED'],
    [2, 'EXPIRED'],
    [3, 'NEVER-SEEN'],
    [4, ''],
  ])
    statuses.push((await start(socket, { connectorId, idTag })).idTagInfo.status)
  expect(statuses).toEqual(['Blocked', 'Expired', 'Invalid', 'Invalid'])
  const stored = await gateway.transactions(station.id)
  expect(stored.map(({ decision }) => decision)).toEqual(statuses)
  const unknown = await gateway.fresh.db
    .selectFrom('unknown_tags')
    .selectAll()
    .where('code', '=', 'NEVER-SEEN')
    .execute()
  expect(unknown).toMatchObject([{ station_id: station.id }])
})

// Proves H8
test('transaction numbers are not sequential and cannot be guessed', async () => {
  const { socket } = await gateway.booted()
  const numbers: number[] = []
  for (let connectorId = 1; connectorId < 6; connectorId++)
    numbers.push((await start(socket, { connectorId })).transactionId)
  const steps = numbers.slice(1).map((number, index) => Math.abs(number - numbers[index]!))
  expect(steps.every((step) => step > 1)).toBe(true)
  expect(numbers.every((number) => number > 0 && number <= 0x7fffffff)).toBe(true)
})
