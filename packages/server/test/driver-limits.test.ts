import {
  cardSet,
  driverChargeEnd,
  driverChargeGet,
  driverChargeStart,
  stationSet,
  transactionGet,
} from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let driver: TestUser
let card: string
let tag: string
let socket: RawStation
let connector: string
let stops: number[]
let count = 0

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  driver = await server.user('dora', { interface: 'driver' })
})
afterAll(() => server.close())

beforeEach(async () => {
  const identity = `LIMIT-${(count += 1)}`
  const body = { id: null, identity, typecode: 'public', label: 'Quay' }
  const { station, key } = await server.request(stationSet, body as never, admin)
  tag = `DORA-${count}`
  card = (await server.request(cardSet, { id: null, code: tag, driver: 'dora' }, admin)).id
  socket = await RawStation.connect({ url: server.url.replace('http', 'ws'), identity, key: key! })
  stops = []
  socket.onCall = (action, payload) => {
    if (action === 'RemoteStopTransaction') stops.push((payload as { transactionId: number }).transactionId)
    return { status: 'Accepted' }
  }
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await socket.call('StatusNotification', { connectorId: 1, status: 'Available', errorCode: 'NoError' })
  const row = await server.db
    .selectFrom('evses')
    .select('id')
    .where('station_id', '=', station.id)
    .where('evse_no', '=', 1)
    .executeTakeFirstOrThrow()
  connector = row.id
})
afterEach(() => socket.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** Requests a start with a limit, and lets it be some minutes ago. */
async function request(limit: { kind: 'energy' | 'time'; value: number }, minutes = 0): Promise<string> {
  const key = newId()
  await server.request(driverChargeStart, { id: key, connector, card, limit }, driver)
  await expect
    .poll(async () => (await server.request(driverChargeGet, { id: key }, driver)).phase)
    .toBe('plug_in')
  await server.db
    .updateTable('driver_charges')
    .set({ created_at: minutesAgo(minutes) })
    .where('key', '=', key)
    .execute()
  return key
}

/** Reports a start of these minutes ago; returns its number. */
async function begin(minutes: number): Promise<number> {
  const timestamp = minutesAgo(minutes).toISOString()
  const start = { connectorId: 1, idTag: tag, meterStart: 0, timestamp }
  return (await socket.call<{ transactionId: number }>('StartTransaction', start)).transactionId
}

const read = (transactionId: number, wh: number) =>
  socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [{ timestamp: new Date().toISOString(), sampledValue: [{ value: String(wh) }] }],
  })
const end = (transactionId: number) =>
  socket.call('StopTransaction', { transactionId, meterStop: 9_000, timestamp: new Date().toISOString() })
const checkLimits = () => server.app.jobs.work('driver.limits')

describe('the limit of a driver', () => {
  test('applies to a session whose start the station reports late', async () => {
    const key = await request({ kind: 'energy', value: 5_000 }, 40)
    const number = await begin(38)
    await read(number, 6_000)
    await checkLimits()
    await expect.poll(() => stops).toEqual([number])
    expect(await server.request(driverChargeGet, { id: key }, driver)).toMatchObject({
      phase: 'charging',
      transactionid: number,
    })
    await end(number)
  })

  test('of time counts from the request if the clock of the station is behind', async () => {
    await request({ kind: 'time', value: 3_600 })
    const number = await begin(120)
    await checkLimits()
    // a command would have been sent before the answer to this message
    await read(number, 1_000)
    expect(stops).toEqual([])
    const { id } = await server.request(transactionGet, { transactionid: number }, driver)
    const { ends } = await server.request(driverChargeEnd, { session: id }, driver)
    expect(Date.parse(ends!) - Date.now()).toBeGreaterThan(3_000_000)
    await end(number)
  })

  test('does not apply to an earlier session that the station reports after the request', async () => {
    const key = await request({ kind: 'energy', value: 5_000 }, 20)
    const number = await begin(60)
    await read(number, 6_000)
    await checkLimits()
    await read(number, 6_000)
    expect(stops).toEqual([])
    expect((await server.request(driverChargeGet, { id: key }, driver)).transactionid).toBeNull()
    await end(number)
  })
})
