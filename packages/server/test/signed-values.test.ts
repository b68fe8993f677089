import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RawStation } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

const base = Date.now() - 3_600_000
const at = (minutes: number) => new Date(base + minutes * 60_000).toISOString()

const start = async (socket: RawStation) =>
  (
    await socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: 'TAG',
      meterStart: 1_000,
      timestamp: at(1),
    })
  ).transactionId

const signed = (
  socket: RawStation,
  values: string[],
  transactionId?: number,
  context = 'Transaction.Begin',
) =>
  socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [
      {
        timestamp: at(2),
        sampledValue: values.map((value) => ({
          value,
          format: 'SignedData',
          unit: 'kWh',
          context,
        })),
      },
    ],
  })
const ofStation = async (stationId: string) =>
  await gateway.fresh.db
    .selectFrom('signed_values as v')
    .innerJoin('sample_kinds as k', 'k.id', 'v.kind_id')
    .select(['v.value', 'v.evse_no', 'v.transaction_number', 'v.sampled_at', 'k.context'])
    .where('v.station_id', '=', stationId)
    .orderBy('v.value')
    .execute()

test('signed meter values are stored unmodified with their transaction, once', async () => {
  const { station, socket } = await gateway.booted()
  const number = await start(socket)
  const value = ' OCMF|{"FV":"1.0"}|{"SD":"30"} '
  await signed(socket, [value], number)
  await signed(socket, [value], number)
  const transactionData = [
    { timestamp: at(3), sampledValue: [{ value: 'at the end', format: 'SignedData' }] },
  ]
  await socket.call('StopTransaction', {
    transactionId: number,
    meterStop: 9_000,
    timestamp: at(3),
    transactionData,
  })
  const stored = { evse_no: 1, transaction_number: number }
  expect(await ofStation(station.id)).toMatchObject([
    { ...stored, value, sampled_at: new Date(at(2)), context: 'Transaction.Begin' },
    { ...stored, value: 'at the end', sampled_at: new Date(at(3)) },
  ])
  const { rows } = await gateway.fresh.pool.query('select from meter_values where station_id = $1', [
    station.id,
  ])
  expect(rows).toHaveLength(0)
})

test('signed meter values that arrive before their start are assigned to it', async () => {
  const { station, socket } = await gateway.booted()
  await signed(socket, ['early'], 4_711)
  const number = await start(socket)
  expect(await ofStation(station.id)).toMatchObject([{ value: 'early', transaction_number: number }])
})

// Proves L139
test('signed meter values are limited in length and number', async () => {
  const { station, socket } = await gateway.booted()
  const number = await start(socket)
  await signed(socket, ['x'.repeat(32_768), 'y'.repeat(32_769)], number)
  expect((await ofStation(station.id)).map(({ value }) => value.length)).toEqual([32_768])
  await gateway.fresh.pool.query(
    `insert into signed_values (station_id, evse_no, sampled_at, kind_id, value, transaction_number, received_at)
     select station_id, evse_no, sampled_at, kind_id, n::text, transaction_number, now()
     from signed_values, generate_series(1, 999) n where station_id = $1`,
    [station.id],
  )
  const count = async () => (await ofStation(station.id)).length
  await signed(socket, ['z'], number, 'Sample.Periodic')
  expect(await count()).toBe(1_000)
  await signed(socket, ['z'], undefined, 'Sample.Periodic')
  expect(await count()).toBe(1_000)
  // A bill needs the values at the start and the end.
  const ends = Array.from({ length: 60 }, (_, n) => `end ${n}`)
  await signed(socket, ends, number, 'Transaction.End')
  expect(await count()).toBe(1_060)
  // The values are counted before each message.
  await signed(
    socket,
    ends.map((end) => `again ${end}`),
    number,
    'Transaction.End',
  )
  await signed(socket, ['z'], number, 'Transaction.End')
  expect(await count()).toBe(1_120)
  const rules = () =>
    gateway.fresh.db
      .selectFrom('station_deviations')
      .select('rule')
      .where('station_id', '=', station.id)
      .where('rule', 'like', '%too-long%')
      .execute()
  await expect.poll(rules).toEqual([{ rule: 'MeterValues too-long /meterValue/*/sampledValue/*/value' }])
})
