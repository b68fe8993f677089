import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => void (gateway = await TestGateway.open()))
afterAll(() => gateway.close())

const logOf = (station: TestStation, action: string) =>
  gateway.fresh.db
    .selectFrom('ocpp_log')
    .select(['repeats', 'request', 'response'])
    .where('station_id', '=', station.id)
    .where('action', '=', action)
    .orderBy('id')
    .execute()

const deviation = (station: TestStation, rule: string) =>
  gateway.fresh.db
    .selectFrom('station_deviations')
    .select(['count'])
    .where('station_id', '=', station.id)
    .where('rule', '=', rule)
    .executeTakeFirst()

// Proves G51
test('a flapping connector has its newest state stored with each response, and few entries in the log', async () => {
  const { station, socket } = await gateway.booted()
  const count = 200
  for (let n = 1; n <= count; n++) {
    const status = n % 2 ? 'Faulted' : 'Available'
    const errorCode = n % 2 ? 'GroundFailure' : 'NoError'
    await socket.call('StatusNotification', { connectorId: 1, errorCode, status, info: `n${n}` })
    if (n % 50 !== 0) continue
    const connector = await gateway.fresh.db
      .selectFrom('evses')
      .select(['state', 'info'])
      .where('station_id', '=', station.id)
      .executeTakeFirstOrThrow()
    expect(connector).toEqual({ state: 'available', info: `n${n}` })
  }
  const rows = await eventually(async () => {
    const found = await logOf(station, 'StatusNotification')
    return found.reduce((sum, { repeats }) => sum + repeats, 0) === count && found
  }, 25_000)
  expect(rows).toHaveLength(121)
  expect(rows.at(-1)).toMatchObject({ repeats: 80, request: expect.stringContaining('"n200"') })
}, 40_000)

// Proves G51
test('a boot loop over new sockets is reported, and its entries of the log are merged into one', async () => {
  const looping = await TestGateway.open({ database: gateway.fresh })
  const station = await gateway.addStation()
  for (let n = 0; n < 6; n++) {
    const socket = await looping.connect(station)
    const answer = await socket.call('BootNotification', {
      chargePointVendor: 'V',
      chargePointModel: 'M',
    })
    expect(answer).toMatchObject({ status: 'Accepted' })
    socket.ws.terminate()
  }
  const { boot_count } = await gateway.fresh.db
    .selectFrom('stations')
    .select('boot_count')
    .where('id', '=', station.id)
    .executeTakeFirstOrThrow()
  expect(Number(boot_count)).toBe(6)
  await eventually(
    async () => Number((await deviation(station, 'BootNotification again within a minute'))?.count) === 5,
  )
  await looping.stop()
  const rows = await logOf(station, 'BootNotification')
  expect(rows.map(({ repeats }) => repeats)).toEqual([1, 1, 4])
})
