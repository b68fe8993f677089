import {
  type BodyOf,
  cardSet,
  driverChargeEnd,
  driverChargeGet,
  driverChargeStart,
  transactionList,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { GuestFixture, type GuestStation, startSession, stopSession } from './guest-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let guests: GuestFixture
let server: TestServer
let station: GuestStation
let dora: TestUser
let otto: TestUser
let card: string

beforeAll(async () => {
  guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on' })
  ;({ server } = guests)
  dora = await server.user('dora', { interface: 'driver' })
  otto = await server.user('otto', { interface: 'driver' })
  card = (await server.request(cardSet, { id: null, code: 'DORA-1', driver: 'dora' }, guests.operator)).id
  station = await guests.addStation('ENDS-1')
})
afterAll(async () => {
  await station?.socket.close()
  await server.close()
})
beforeEach(() => (station.starts = []))

/** Reports 10 kWh, and a power in W. */
const report = (transactionId: number, power: number) =>
  station.socket.call('MeterValues', {
    connectorId: 1,
    transactionId,
    meterValue: [
      {
        timestamp: new Date().toISOString(),
        sampledValue: [
          { value: '10000' },
          { value: String(power), measurand: 'Power.Active.Import', unit: 'W' },
        ],
      },
    ],
  })

const minutesUntil = (ends: string | null): number | null =>
  ends === null ? null : Math.round((Date.parse(ends) - server.clock.now().getTime()) / 60_000)

test.each<[BodyOf<typeof driverChargeStart>['limit'], number | null]>([
  [{ kind: 'energy', value: 20_000 }, 55],
  [{ kind: 'cost', value: 982 }, 60],
  [{ kind: 'time', value: 3_600 }, 30],
  [{ kind: 'soc', value: 80 }, null],
  [null, null],
])(
  'a driver sees about when a session with the limit %o ends, and no other driver',
  async (limit, minutes) => {
    const id = newId()
    const body = { id, connector: station.evses[0], card, limit }
    await server.request(driverChargeStart, body, dora)
    await expect.poll(() => station.starts).toHaveLength(1)
    await expect.poll(async () => (await server.request(driverChargeGet, { id }, dora)).phase).toBe('plug_in')
    // before the session, which the station reports half an hour after its start
    await sql`update driver_charges set created_at = created_at - interval '31 minutes'`.execute(server.db)
    const number = await startSession(station)
    await report(number, 11_000)
    const [session] = await server.request(transactionList, { filter: { transactionid: number } }, dora)
    const end = { session: session!.id }
    await expect
      .poll(async () => minutesUntil((await server.request(driverChargeEnd, end, dora)).ends))
      .toBe(minutes)
    const { status, code } = await server.requestError(driverChargeEnd, end, otto)
    expect({ status, code }).toEqual({ status: 404, code: 'transaction.not_found' })
    await stopSession(station, number, 10_000)
    await expect.poll(async () => (await server.request(driverChargeGet, { id }, dora)).phase).toBe('ended')
    expect((await server.request(driverChargeEnd, end, dora)).ends).toBeNull()
  },
)

test('a guest sees about when the reserved amount is used up', async () => {
  const { secret } = await guests.reserve(station.codes[0])
  await expect.poll(async () => (await guests.charge(secret)).phase).toBe('plug_in')
  const number = await startSession(station)
  const minutes = async () => minutesUntil((await guests.charge(secret)).ends)
  expect(await minutes()).toBeNull()
  await report(number, 11_000)
  // costs are computed at most every ten seconds
  server.clock.forward(11_000)
  // 15.00 less 5.20, at 0.42 per kWh; the fee of 1.00 is not paid again
  await expect.poll(minutes).toBe(127)
  await report(number, 0)
  await expect.poll(minutes).toBeNull()
  await stopSession(station, number, 10_000)
  await expect.poll(async () => (await guests.charge(secret)).phase).toBe('ended')
  expect(await minutes()).toBeNull()
})
