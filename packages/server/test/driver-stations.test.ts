import {
  cardSet,
  driverChargeGet,
  driverChargeStart,
  driverChargeStop,
  driverPlaceGet,
  driverPlaceList,
  guestChargeStop,
  sessionCost,
  stationSet,
  transactionGet,
} from '@stationmaster/contract'
import { scenarios, setStage, SimulatedStation } from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { ForeignStation, type StationLink } from './foreign-station.ts'
import { GuestFixture } from './guest-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

let guests: GuestFixture
let server: TestServer
let driver: TestUser
/** Sessions of the driver, and links of guests with an amount below their price. */
const sessions: string[] = []
const links: { secret: string; atLeast: number }[] = []

beforeAll(async () => {
  guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on', OCPP_CALL_TIMEOUT_SECONDS: '30' })
  ;({ server } = guests)
  driver = await server.user('dora', { interface: 'driver' })
})
afterAll(() => server.close())

/** Connects a simulated station, which charges as often as it is requested. */
async function openSimulator({ link, identity, key }: StationLink) {
  const settings = { MeterValueSampleInterval: '1' }
  const station = new SimulatedStation({ url: link, identity, key, speed: 60, settings }).start()
  await station.until((it) => it.isOnline && it.isQuiet, 'an accepted boot')
  const { play } = scenarios.find(({ name }) => name === 'remote-start')!
  const repeat = async () => {
    for (;;) await play(setStage(station))
  }
  // its wait for the next request ends with the station
  repeat().catch(() => undefined)
  return { close: () => station.stop() }
}

const kinds: Record<string, (at: StationLink) => Promise<{ close: () => Promise<void> }>> = {
  simulator: openSimulator,
  'ocpp-rpc': (at) => ForeignStation.open(at),
}

// Proves S3.12
describe.each(Object.keys(kinds))('at a station of %s', (kind) => {
  const station = { id: '', codes: ['', ''] as [string, string], evses: ['', ''] as [string, string] }
  let connection: { close: () => Promise<void> }
  let card: string

  beforeAll(async () => {
    const identity = `${kind}-1`.toUpperCase()
    const body = { id: null, identity, typecode: 'public', label: kind } as const
    const added = await server.request(stationSet, body, guests.operator)
    station.id = added.station.id
    connection = await kinds[kind]!({
      link: `${server.url.replace('http', 'ws')}/ocpp/`,
      identity,
      key: added.key!,
    })
    await guests.print(station.id)
    await guests.readCodes(station)
    const client = await guests.addClient()
    const ofDriver = { id: null, code: `${kind}-CARD`, driver: 'dora', client }
    card = (await server.request(cardSet, ofDriver, guests.operator)).id
  })
  afterAll(() => connection?.close())

  test('a driver finds it, starts, sees the cost grow and stops', async () => {
    const { places } = await server.request(driverPlaceList, { q: kind }, driver)
    expect(places).toMatchObject([{ id: station.id, label: kind, state: 'available', perkwh: '0.47' }])
    const place = await server.request(driverPlaceGet, { id: station.id }, driver)
    expect(place.phone).toBe('+49 431 1')
    const { id: connector } = place.list.find(({ no }) => no === 1)!
    const id = newId()
    await server.request(driverChargeStart, { id, connector, card }, driver)
    const start = () => server.request(driverChargeGet, { id }, driver)
    await expect.poll(start).toMatchObject({ phase: 'charging' })
    const { transactionid } = await start()
    const session = () => server.request(transactionGet, { transactionid: transactionid! }, driver)
    const { id: of } = await session()
    const cost = async () => Number((await server.request(sessionCost, { id: of }, driver)).cost)
    // more than the fee
    await expect.poll(cost).toBeGreaterThan(1)
    const first = await cost()
    await expect.poll(cost).toBeGreaterThan(first)
    expect(await server.request(driverChargeStop, { session: of }, driver)).toEqual({ result: 'confirmed' })
    await expect.poll(start).toMatchObject({ phase: 'ended' })
    sessions.push(of)
  })

  test('a guest reserves by the code, sees the cost grow and stops', async () => {
    const { secret } = await guests.reserve(station.codes[0])
    const charge = () => guests.charge(secret)
    await expect.poll(charge).toMatchObject({ phase: 'charging' })
    const cost = async () => Number((await charge()).cost)
    await expect.poll(cost).toBeGreaterThan(1)
    const first = await cost()
    await expect.poll(cost).toBeGreaterThan(first)
    expect((await server.call(guestChargeStop, { secret })).body).toEqual({ result: 'confirmed' })
    await expect.poll(charge).toMatchObject({ phase: 'ended' })
    links.push({ secret, atLeast: first })
  })
})

test('each session has its receipt', async () => {
  // at the end, because sessions are compared with the clock of the server, which this moves
  await guests.settle()
  for (const id of sessions) {
    const { cost, pricestate, currency } = await server.request(sessionCost, { id }, driver)
    const { energy } = await server.request(transactionGet, { id }, driver)
    expect({ pricestate, currency }).toEqual({ pricestate: 'rated', currency: 'EUR' })
    expect(Number(cost)).toBeCloseTo(1 + (0.42 * energy!) / 1_000, 1)
  }
  for (const { secret, atLeast } of links) {
    const receipt = await guests.charge(secret)
    expect(receipt).toMatchObject({ phase: 'ended', isreleased: true, captured: receipt.cost })
    expect(Number(receipt.captured)).toBeGreaterThan(atLeast)
  }
  expect([sessions.length, links.length]).toEqual([2, 2])
})
