import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

const dayMs = 86_400_000
const clock = {
  aheadMs: 0,
  now: () => new Date(Date.now() + clock.aheadMs),
  monotonicMs: () => performance.now(),
}
const options = { clock, gateway: { logBurstBytes: 2 ** 30 } }

let testGateway: TestGateway
beforeAll(async () => {
  testGateway = await TestGateway.open(options)
  const { db } = testGateway.fresh
  await db.updateTable('accounts').set({ max_log_mib_per_day: 1 }).execute()
  for (const [username, interfaceCode, locale] of [
    ['Karl', 'user', 'de'],
    ['Ada', 'all', 'en'],
    ['Drew', 'driver', 'en'],
  ] as const)
    await db
      .insertInto('users')
      .values({
        id: newId(),
        account_id: testGateway.accountId,
        username,
        interface_code: interfaceCode,
        locale,
      })
      .execute()
})
afterAll(() => testGateway.close())

const rowsOf = (station: TestStation, action: string) =>
  testGateway.fresh.db
    .selectFrom('ocpp_log')
    .select(['request', 'error_code', 'repeats'])
    .where('station_id', '=', station.id)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

const isWhole = ({ request }: { request: string | null }) => request!.length > 20_000

type Socket = Awaited<ReturnType<TestGateway['connect']>>

/** Sends readings whose entries have 64 KiB each. */
async function sendReadings(socket: Socket, from: number, count: number): Promise<void> {
  const info = 'x'.repeat(70_000)
  for (let n = from; n < from + count; n++) {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
    const sampledValue = [{ value: String(n), unit: 'Wh', format: 'Raw' }]
    await socket.call('MeterValues', { connectorId: 1, meterValue: [{ timestamp, sampledValue }], info })
  }
}

/** Sends messages of 30,000 characters until the entry of one is complete or shortened. */
async function untilNext(socket: Socket, station: TestStation, wanted: 'whole' | 'short'): Promise<void> {
  await eventually(async () => {
    await socket.call('DiagnosticsStatusNotification', { status: 'Idle', info: 'y'.repeat(30_000) })
    const rows = await rowsOf(station, 'DiagnosticsStatusNotification')
    return rows.length > 0 && isWhole(rows.at(-1)!) === (wanted === 'whole')
  }, 25_000)
}

// Proves L53
test('an account that exceeds its daily volume of the OCPP log gets short entries until the day ends', async () => {
  const { station, socket } = await testGateway.booted()
  const count = 40
  await sendReadings(socket, 0, count)
  await eventually(async () => (await rowsOf(station, 'LogLimit')).length > 0 || sendReadings(socket, 0, 1))
  await sendReadings(socket, count, count)
  const readings = await rowsOf(station, 'MeterValues')
  expect(readings.slice(-count).some(isWhole)).toBe(false)
  expect(readings.length).toBeGreaterThanOrEqual(2 * count)
  expect(await rowsOf(station, 'LogLimit')).toMatchObject([
    { error_code: 'AccountLogLimit', request: '{"limitMib":1}', repeats: 1 },
  ])
  const { db } = testGateway.fresh
  const samples = await db
    .selectFrom('meter_values')
    .select('value')
    .where('station_id', '=', station.id)
    .execute()
  expect(samples).toHaveLength(2 * count)

  // another station of the account and a restarted server use the same total
  const other = await testGateway.booted()
  await untilNext(other.socket, other.station, 'short')
  const restarted = await TestGateway.open({ ...options, database: testGateway.fresh })
  const socketAfter = await restarted.connect(station)
  await untilNext(socketAfter, station, 'short')

  const notices = await eventually(async () => {
    const found = await db
      .selectFrom('notices')
      .innerJoin('users', 'users.id', 'notices.user_id')
      .select(['username', 'text'])
      .orderBy('username')
      .execute()
    return found.length > 0 && found
  })
  expect(notices).toMatchObject([
    { username: 'Ada', text: expect.stringContaining('1 MiB') },
    { username: 'Karl', text: expect.stringContaining('OCPP-Protokoll') },
  ])
  const events = await db.selectFrom('event_log').selectAll().where('code', '=', 'ocpp-log').execute()
  expect(events).toMatchObject([{ type: 'warning', account_id: testGateway.accountId }])

  clock.aheadMs = dayMs
  await untilNext(other.socket, other.station, 'whole')
  await restarted.stop()
  await socket.close()
}, 90_000)
