import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemClock } from '../src/shared/clock.ts'
import { transactionJobs } from '../src/modules/transactions/jobs.ts'
import { outboxFor } from '../src/modules/workflow/outbox.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open()))
afterAll(() => testGateway.close())

const policy = (boot_policy: 'accept' | 'wait' | 'reject') =>
  testGateway.fresh.db
    .updateTable('accounts')
    .set({ boot_policy })
    .where('id', '=', testGateway.accountId)
    .execute()
const approve = async (station: TestStation, approval: 'policy' | 'accepted' | 'rejected') => {
  await testGateway.fresh.db.updateTable('stations').set({ approval }).where('id', '=', station.id).execute()
  await testGateway.side.gateway.refresh(station.id)
}
const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }
interface Booted {
  status: string
  interval: number
  currentTime: string
}

// Proves P13, F6
test('a station that waits for approval may only boot, and learns of its approval at its next boot', async () => {
  await policy('wait')
  const station = await testGateway.addStation()
  const socket = await testGateway.connect(station)
  expect((await socket.callFrame('Heartbeat', {})).slice(0, 3)).toEqual([4, 'm1', 'SecurityError'])
  const first = await socket.call<Booted>('BootNotification', boot)
  expect(first.status).toBe('Pending')
  expect(first.interval).toBeGreaterThan(0)
  expect(
    (
      await socket.callFrame('StatusNotification', {
        connectorId: 1,
        errorCode: 'NoError',
        status: 'Available',
      })
    )[2],
  ).toBe('SecurityError')
  await approve(station, 'accepted')
  expect((await socket.callFrame('Heartbeat', {}))[2]).toBe('SecurityError')
  expect((await socket.call<Booted>('BootNotification', boot)).status).toBe('Accepted')
  expect(await socket.call('Heartbeat', {})).toHaveProperty('currentTime')
  await socket.close()
  await policy('accept')
})

// Proves F6
test('a rejected station is rejected whatever the boot policy of the account is', async () => {
  const station = await testGateway.addStation({ approval: 'rejected' })
  const socket = await testGateway.connect(station)
  expect((await socket.call<Booted>('BootNotification', boot)).status).toBe('Rejected')
  expect((await socket.callFrame('Heartbeat', {}))[2]).toBe('SecurityError')
  await approve(station, 'accepted')
  expect((await socket.call<Booted>('BootNotification', boot)).status).toBe('Accepted')
})

// Proves P13
test('an accepted station that reconnects without a boot may send messages', async () => {
  const { station, socket } = await testGateway.booted()
  await socket.close()
  await policy('reject')
  const again = await testGateway.connect(station)
  expect(await again.call('Heartbeat', {})).toHaveProperty('currentTime')
  await policy('accept')
})

// Proves P14, G18, Q14
test('the heartbeat intervals of many stations are spread by a fifth', async () => {
  const intervals = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const socket = await testGateway.connect(await testGateway.addStation())
      const { interval, currentTime } = await socket.call<Booted>('BootNotification', boot)
      expect(currentTime).toMatch(/T\d\d:\d\d:\d\d\.\d{3}Z$/)
      socket.ws.terminate()
      return interval
    }),
  )
  expect(Math.min(...intervals)).toBeGreaterThanOrEqual(240)
  expect(Math.max(...intervals)).toBeLessThanOrEqual(360)
  expect(new Set(intervals).size).toBeGreaterThan(5)
})

// Proves Q34
test('a transaction that a reboot interrupted ends with its last meter value when its connector has long been available', async () => {
  await testGateway.addCard('CUT')
  const { station, socket } = await testGateway.booted()
  const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', {
    connectorId: 1,
    idTag: 'CUT',
    meterStart: 100,
    timestamp: ago(90).toISOString(),
  })
  await socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: ago(60).toISOString(), sampledValue: [{ value: '900' }] }],
  })
  await eventually(async () => (await testGateway.transactions(station.id))[0]!.meter_last_wh === 900)
  await socket.call('BootNotification', boot)
  await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
  const [job] = transactionJobs({
    pool: testGateway.fresh.pool,
    bus: { publish: async () => {} } as never,
    clock: systemClock,
    outbox: outboxFor({ actions: [], includes: ({ action }) => action === 'review' }),
  })
  await job!.work()
  expect(await testGateway.transactions(station.id)).toMatchObject([{ state: 'running' }])
  await testGateway.fresh.db
    .updateTable('transactions')
    .set({ received_start_at: ago(90) })
    .where('station_id', '=', station.id)
    .execute()
  await testGateway.fresh.db
    .updateTable('stations')
    .set({ booted_at: ago(40) })
    .where('id', '=', station.id)
    .execute()
  await testGateway.fresh.db
    .updateTable('evses')
    .set({ state_received_at: ago(39) })
    .where('station_id', '=', station.id)
    .execute()
  await job!.work()
  const [transaction] = await testGateway.transactions(station.id)
  expect(transaction).toMatchObject({ state: 'needs_review', meter_stop_wh: 900, energy_wh: 0 })
  expect(transaction!.flags).toContain('ended-without-stop')
  const awaited = await testGateway.fresh.db.selectFrom('state_changes').selectAll().execute()
  expect(awaited).toMatchObject([
    { action_code: 'review', object_id: transaction!.id, from_state: 'running' },
  ])
})

test('a deleted station is disconnected with close code 1008', async () => {
  const { station, socket } = await testGateway.booted()
  await testGateway.fresh.db
    .updateTable('stations')
    .set({ state: 'deleted' })
    .where('id', '=', station.id)
    .execute()
  await testGateway.side.gateway.refresh(station.id)
  expect(await socket.until(() => socket.closed)).toMatchObject({ code: 1008 })
})
