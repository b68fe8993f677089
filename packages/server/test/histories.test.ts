import type { Random } from '@stationmaster/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { TestGateway, type TestStation } from './test-gateway.ts'
import { Torture } from './torture.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.open()
  await gateway.addCard('TAG', { max_transactions: 0 })
})
afterAll(() => gateway.close())

/** A message of a history; the number of its transaction is unknown until its start was answered. */
interface Message {
  action: 'StartTransaction' | 'MeterValues' | 'StopTransaction'
  session: number
  payload: Record<string, unknown>
}

const base = Date.now() - 20 * 3_600_000
const at = (second: number) => new Date(base + second * 1_000).toISOString()

/** Returns the messages of transactions on two connectors, one after the other on each. */
function history(random: Random): Message[] {
  const messages: Message[] = []
  let second = 0
  for (let session = 0; session < 4; session++) {
    const connectorId = (session % 2) + 1
    const meterStart = session * 1_000
    messages.push({
      action: 'StartTransaction',
      session,
      payload: { connectorId, idTag: 'TAG', meterStart, timestamp: at((second += 60)) },
    })
    const count = random.whole(0, 3)
    for (let n = 1; n <= count; n++) {
      const sampledValue = [
        { value: String(meterStart + n * 10) },
        { value: String(n), measurand: 'SoC', unit: 'Percent' },
      ]
      messages.push({
        action: 'MeterValues',
        session,
        payload: { connectorId, meterValue: [{ timestamp: at((second += 60)), sampledValue }] },
      })
    }
    messages.push({
      action: 'StopTransaction',
      session,
      payload: { meterStop: meterStart + 500, timestamp: at((second += 60)), idTag: 'TAG' },
    })
  }
  return messages
}

/**
 * Returns the same history over a bad connection: messages repeated at any distance, the connection cut in
 * between.
 */
function disturbed(messages: readonly Message[], random: Random): (Message | 'cut')[] {
  const result: (Message | 'cut')[] = []
  messages.forEach((message, index) => {
    result.push(message)
    while (random.chance(1 / 3)) result.push(messages[random.whole(0, index)]!)
    if (random.chance(1 / 8)) result.push('cut')
  })
  return result
}

async function sendMessages(station: TestStation, messages: readonly (Message | 'cut')[]): Promise<void> {
  let socket: RawStation = await gateway.connect(station)
  const numbers = new Map<number, number>()
  for (const message of messages) {
    if (message === 'cut') {
      socket.ws.terminate()
      socket = await gateway.connect(station)
      continue
    }
    const { action, session, payload } = message
    const number = numbers.get(session)
    const whole = action === 'StartTransaction' ? payload : { ...payload, transactionId: number }
    const answer = await socket.call<{ transactionId?: number }>(action, whole)
    if (answer.transactionId === undefined) continue
    if (number !== undefined) expect(answer.transactionId).toBe(number)
    numbers.set(session, answer.transactionId)
  }
  socket.ws.terminate()
}

/** Returns what is stored of a history, without what may differ: ids, numbers and times of receipt. */
async function outcome(station: TestStation) {
  const of = (number: number | null) => numbers.indexOf(number ?? -1)
  const transactions = await gateway.fresh.db
    .selectFrom('transactions')
    .selectAll()
    .where('station_id', '=', station.id)
    .orderBy('started_at')
    .execute()
  const numbers = transactions.map(({ number }) => number)
  const values = await gateway.fresh.db
    .selectFrom('meter_values')
    .selectAll()
    .where('station_id', '=', station.id)
    .orderBy('sampled_at')
    .orderBy('kind_id')
    .execute()
  const connectors = await gateway.fresh.db
    .selectFrom('evses')
    .select(['evse_no', 'transaction_number', 'state'])
    .where('station_id', '=', station.id)
    .orderBy('evse_no')
    .execute()
  const unmatched = await gateway.fresh.db
    .selectFrom('unmatched_messages')
    .select('kind')
    .where('station_id', '=', station.id)
    .execute()
  return {
    transactions: transactions.map(
      ({ evse_no, state, energy_wh, meter_start_wh, meter_stop_wh, started_at, stopped_at, flags }) => ({
        evse_no,
        state,
        energy_wh,
        meter_start_wh,
        meter_stop_wh,
        started_at,
        stopped_at,
        flags,
      }),
    ),
    values: values.map(({ sampled_at, value, transaction_number }) => [
      sampled_at,
      value,
      of(transaction_number),
    ]),
    connectors,
    unmatched,
  }
}

const torture = new Torture('histories', { rounds: 12, parallel: 12 })
const meters = new Torture('meters', { rounds: 12, parallel: 12 })

// Proves G30
test('a history ends in the same state however often its messages are repeated and its connection breaks', {
  timeout: torture.timeoutMs,
}, async () => {
  await torture.each(async (_, random) => {
    const messages = history(random)
    const [clean, rough] = [await gateway.addStation(), await gateway.addStation()]
    await sendMessages(clean, messages)
    await sendMessages(rough, disturbed(messages, random))
    const expected = await outcome(clean)
    expect(expected.transactions.map(({ state, energy_wh }) => [state, energy_wh])).toEqual(
      Array.from({ length: 4 }, () => ['finished', 500]),
    )
    expect(await outcome(rough)).toEqual(expected)
  })
  const [{ count }] = (await gateway.fresh.db
    .selectFrom('transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .execute()) as [{ count: number }]
  torture.report(`${count} transactions`)
})

/** Meter values that stations send; a draw of them runs backwards, jumps and stops counting. */
const meterTexts = ['NaN', '', ' ', '1,5', '1e400', '-3', '0x10', 'null', '9223372036854775807'] as const
const meterOf = (random: Random) =>
  random.pick([0, 1, -1, 500, 999_999, 1_000_001, 2_147_483_647, random.whole(-5_000, 5_000)])

// Proves G37
test('whatever a meter sends is answered and stored, and only a plausible difference counts as energy', {
  timeout: meters.timeoutMs,
}, async () => {
  await meters.each(async (_, random) => {
    const station = await gateway.addStation()
    const socket = await gateway.connect(station)
    const [meterStart, meterStop] = [meterOf(random), meterOf(random)]
    const start = { connectorId: 1, idTag: 'TAG', meterStart, timestamp: at(0) }
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', start)
    const sent = Array.from({ length: random.whole(1, 12) }, () =>
      random.chance(1 / 2) ? random.pick(meterTexts) : String(meterOf(random)),
    )
    for (const [n, value] of sent.entries())
      await socket.call('MeterValues', {
        connectorId: 1,
        transactionId,
        meterValue: [{ timestamp: at(n + 1), sampledValue: [{ value, unit: random.pick(['Wh', 'kWh']) }] }],
      })
    await socket.call('StopTransaction', { transactionId, meterStop, timestamp: at(60) })
    socket.ws.terminate()
    const [stored] = await gateway.transactions(station.id)
    const difference = meterStop - meterStart
    const isPlausible = difference >= 0 && difference <= 1_000_000
    expect(stored).toMatchObject({
      state: isPlausible ? 'finished' : 'needs_review',
      energy_wh: isPlausible ? difference : 0,
      meter_start_wh: meterStart,
      meter_stop_wh: meterStop,
    })
    const values = await gateway.fresh.db
      .selectFrom('meter_values')
      .select(['value', 'raw'])
      .where('station_id', '=', station.id)
      .orderBy('sampled_at')
      .execute()
    const written = sent.filter((value) => value.trim() !== '')
    expect(values).toHaveLength(written.length)
    for (const [n, { value, raw }] of values.entries())
      if (raw === null) expect(value).toBe(Number(written[n]))
      else expect(raw.split(' ')[0]).toBe(written[n])
  })
  meters.report(`${meters.rounds} transactions`)
})
