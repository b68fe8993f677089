import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'
import { usedHeap } from './used-heap.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open()
  await gateway.addCard('TAG', { max_transactions: 0 })
})
afterAll(() => gateway.close())

const mib = 1024 * 1024
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const minutesBefore = (time: string, minutes: number) =>
  new Date(Date.parse(time) - minutes * 60_000).toISOString()
/** One time for all: copies are distinguished by the minute. */
const stoppedAt = minutesAgo(1)
const unmatched = ({ id }: TestStation) =>
  gateway.fresh.db
    .selectFrom('unmatched_messages')
    .selectAll()
    .where('station_id', '=', id)
    .orderBy('id')
    .execute()
const samplesOf = async ({ id }: TestStation) => {
  const { count } = await gateway.fresh.db
    .selectFrom('meter_values')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('station_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns `transactionData` with a meter value each minute, up to `until`. */
const minutes = (count: number, measurands: readonly string[], until = Date.now()) =>
  Array.from({ length: count }, (_, n) => ({
    timestamp: new Date(until - (count - n) * 60_000).toISOString(),
    sampledValue: measurands.map((measurand) => ({ value: `${n}.5`, measurand, context: 'Sample.Periodic' })),
  }))

/** 66,000 samples in one meter value: 858 KB. */
const dense = [
  { timestamp: minutesAgo(3), sampledValue: Array.from({ length: 66_000 }, () => ({ value: '1' })) },
]

const stop = (socket: RawStation, transactionId: number, more: object = {}) =>
  socket.call('StopTransaction', {
    transactionId,
    idTag: 'TAG',
    meterStop: 5_000,
    timestamp: stoppedAt,
    ...more,
  })
const start = (socket: RawStation, more: object = {}) =>
  socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 1,
    idTag: 'TAG',
    meterStart: 100,
    timestamp: minutesAgo(5),
    ...more,
  })

describe('an unmatched StopTransaction', () => {
  // Proves INV-9, L11
  test('leaves none of its samples in memory, however often a station sends one', async () => {
    const { station, socket } = await gateway.booted()
    await stop(socket, 7, { transactionData: dense })
    const before = await usedHeap()
    for (let n = 0; n < 12; n++)
      await stop(socket, 7, { timestamp: minutesBefore(stoppedAt, 10 + n), transactionData: dense })
    expect((await usedHeap()) - before).toBeLessThan(8 * mib)
    expect(await unmatched(station)).toHaveLength(13)
  }, 60_000)

  // Proves L14
  test('is stored without its samples, which are counted and stored as meter values', async () => {
    const { station, socket } = await gateway.booted()
    const transactionData = minutes(600, ['Energy.Active.Import.Register', 'SoC'])
    await stop(socket, 7, { reason: 'PowerLoss', transactionData })
    const [row] = await unmatched(station)
    expect(row!.payload.length).toBeLessThan(8_192)
    expect(JSON.parse(row!.payload)).toMatchObject({
      transactionId: 7,
      idTag: 'TAG',
      meterStop: 5_000,
      reason: 'PowerLoss',
      transactionData: '1200 sampled values, stored as meter values',
    })
    expect(await samplesOf(station)).toBe(1_200)
  })

  // Proves L8
  test('reports how many of its samples were more than a message can need', async () => {
    const { station, socket } = await gateway.booted()
    await stop(socket, 7, { transactionData: dense })
    const [row] = await unmatched(station)
    expect(JSON.parse(row!.payload)).toMatchObject({
      transactionData: '66000 sampled values, of which 66000 are not stored: more than one message can need',
    })
    expect(await samplesOf(station)).toBe(0)
  })

  test('is joined with its start after the station has connected again, whatever else it contained', async () => {
    const { station, socket } = await gateway.booted()
    await stop(socket, 0, { transactionData: minutes(400, ['SoC']) })
    await socket.close()
    const again = await gateway.connect(station)
    await start(again, { timestamp: minutesAgo(10) })
    expect((await gateway.transactions(station.id))[0]).toMatchObject({ state: 'finished', energy_wh: 4_900 })
  })

  // Proves INV-9, L15
  test('beyond 200 open ones of a station is counted in one row with their number and times', async () => {
    const { station, socket } = await gateway.booted()
    for (let n = 0; n < 205; n++) await stop(socket, 7, { meterStop: n, idTag: `T${n % 7}` })
    const rows = await unmatched(station)
    expect(rows).toHaveLength(201)
    const [more, ...others] = rows.filter(({ kind }) => kind === 'overflow')
    expect(others).toEqual([])
    expect(more).toMatchObject({ repeats: 5, resolved_at: null })
    expect(more!.last_at.getTime()).toBeGreaterThan(more!.received_at.getTime())
    // a copy of a stored one is counted there
    await stop(socket, 7, { meterStop: 3, idTag: 'T3' })
    expect((await unmatched(station)).filter(({ repeats }) => repeats === 2)).toHaveLength(1)
  }, 60_000)
})

// Proves INV-9, L4, L19
test('a Heartbeat of 40 KiB is refused and leaves nothing in memory', async () => {
  const { socket } = await gateway.booted()
  const [type, , code, text] = await socket.callFrame('Heartbeat', { x: 'y'.repeat(40_000) })
  expect([type, code]).toEqual([4, 'FormationViolation'])
  expect(text).toContain('Heartbeat may have 32768 characters')
  await socket.call('Heartbeat', { x: 'y'.repeat(20_000) })
})

describe('samples of one message', () => {
  const six = [
    'Energy.Active.Import.Register',
    'Power.Active.Import',
    'Current.Import',
    'Voltage',
    'Temperature',
    'SoC',
  ]

  // Proves L8
  test('of a transaction of 24 hours, a minute apart with six measurands, are all stored with it', async () => {
    const { station, socket } = await gateway.booted()
    const { transactionId } = await start(socket, { timestamp: minutesAgo(1_450) })
    const transactionData = minutes(1_440, six)
    expect(JSON.stringify(transactionData).length).toBeGreaterThan(700_000)
    await stop(socket, transactionId, { transactionData })
    const values = await gateway.fresh.db
      .selectFrom('meter_values')
      .select('transaction_number')
      .where('station_id', '=', station.id)
      .execute()
    expect(values).toHaveLength(1_440 * 6)
    expect(new Set(values.map(({ transaction_number }) => transaction_number))).toEqual(
      new Set([transactionId]),
    )
    expect((await gateway.transactions(station.id))[0]).toMatchObject({ state: 'finished', energy_wh: 4_900 })
  }, 60_000)

  test('of the longest MeterValues are all stored', async () => {
    const { station, socket } = await gateway.booted()
    await socket.call('MeterValues', { connectorId: 1, meterValue: minutes(400, six) })
    expect(await samplesOf(station)).toBe(2_400)
  })
})

describe('the repeated StopTransaction of a transaction', () => {
  // Proves R5
  test.each([
    ['3 ms later', 3, true],
    ['59 s later', 59_000, true],
    ['two minutes later', 120_000, false],
  ])('with a time %s', async (_, laterMs, isCopy) => {
    const { station, socket } = await gateway.booted()
    const { transactionId } = await start(socket)
    const at = Date.now() - 200_000
    const first = await stop(socket, transactionId, { timestamp: new Date(at).toISOString() })
    const again = await stop(socket, transactionId, { timestamp: new Date(at + laterMs).toISOString() })
    expect(again).toEqual(first)
    expect(await unmatched(station)).toHaveLength(isCopy ? 0 : 1)
  })

  // Proves R5
  test('a copy of a conflict is counted with it', async () => {
    const { station, socket } = await gateway.booted()
    const { transactionId } = await start(socket)
    const at = Math.floor(Date.now() / 60_000) * 60_000 - 120_000
    await stop(socket, transactionId, { timestamp: new Date(at).toISOString() })
    for (const ms of [1, 500, 900])
      await stop(socket, transactionId, { timestamp: new Date(at + ms).toISOString(), meterStop: 6_000 })
    expect(await unmatched(station)).toMatchObject([{ kind: 'stop-conflict', repeats: 3 }])
  })
})

const resolved = async (flags: string[] = []) => {
  const { station, socket } = await gateway.booted()
  const { transactionId } = await start(socket)
  await gateway.fresh.db
    .updateTable('transactions')
    .set({
      state: 'finished',
      stopped_at: new Date(),
      meter_stop_wh: 1_100,
      energy_wh: 1_000,
      flags: [...flags, 'resolved'],
    })
    .where('number', '=', transactionId)
    .execute()
  return { station, socket, transactionId }
}

describe('a StopTransaction after a user has resolved the transaction', () => {
  // Proves INV-3
  test.each([
    ['that was running', []],
    ['that had ended automatically', ['ended-without-stop']],
  ])('%s changes nothing and is a proposed correction', async (_, flags) => {
    const { station, socket, transactionId } = await resolved(flags)
    const [before] = await gateway.transactions(station.id)
    const answer = await stop(socket, transactionId)
    expect(answer).toEqual({ idTagInfo: { status: 'Accepted' } })
    expect(await stop(socket, transactionId)).toEqual(answer)
    expect(await gateway.transactions(station.id)).toEqual([before])
    expect(await unmatched(station)).toMatchObject([
      {
        kind: 'stop-after-resolution',
        candidate_number: transactionId,
        proposed_energy_wh: 4_900,
        resolved_at: null,
      },
    ])
  })

  test('a transaction that needs review still accepts its late stop', async () => {
    const { station, socket } = await gateway.booted()
    const first = await start(socket, { timestamp: minutesAgo(60) })
    await start(socket, { timestamp: minutesAgo(10), meterStart: 800 })
    await stop(socket, first.transactionId, { timestamp: minutesAgo(20), meterStop: 790 })
    expect((await gateway.transactions(station.id))[0]).toMatchObject({ state: 'finished', energy_wh: 690 })
    expect(await unmatched(station)).toEqual([])
  })
})
