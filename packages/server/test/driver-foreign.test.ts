import {
  cardAction,
  cardSet,
  driverChargeGet,
  driverChargeStart,
  driverChargeStop,
  driverPlaceGet,
  driverQueueGet,
  driverQueueJoin,
  sessionCost,
  stationSet,
  transactionList,
} from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { ForeignStation } from './foreign-station.ts'
import { GuestFixture } from './guest-fixture.ts'
import type { TestServer, TestUser } from './test-server.ts'

/** Drivers at a station that is an independent client in its strict mode; station, drivers and cards are new for each test. */
const names = ['dora', 'otto', 'rosa', 'emil'] as const
type Name = (typeof names)[number]

let guests: GuestFixture
let server: TestServer
let station: ForeignStation
let place: string
let connector: string
let client: string
let drivers: Record<Name, TestUser>
let cards: Record<Name, string>
let count = 0

beforeAll(async () => {
  guests = await GuestFixture.open({ OFFLINE_PAYMENTS: 'on', OCPP_CALL_TIMEOUT_SECONDS: '2' })
  ;({ server } = guests)
})
afterAll(() => server.close())

beforeEach(async () => {
  const identity = `ELSEWHERE-${++count}`
  const body = { id: null, identity, typecode: 'public', label: 'Harbour' } as const
  const { station: added, key } = await server.request(stationSet, body, guests.operator)
  place = added.id
  station = await ForeignStation.open({
    link: `${server.url.replace('http', 'ws')}/ocpp/`,
    identity,
    key: key!,
  })
  client = await guests.addClient()
  drivers = {} as typeof drivers
  cards = {} as typeof cards
  for (const name of names) {
    const driver = `${name}-${count}`
    drivers[name] = await server.user(driver, { interface: 'driver' })
    const card = { id: null, code: driver.toUpperCase(), driver, client }
    cards[name] = (await server.request(cardSet, card, guests.operator)).id
  }
  const { list } = await server.request(driverPlaceGet, { id: place }, drivers.dora)
  connector = list.find(({ no }) => no === 1)!.id
})
afterEach(() => station.close())

const start = async (name: Name = 'dora', id = newId()) => {
  const { status, body } = await server.call(
    driverChargeStart,
    { id, connector, card: cards[name] },
    drivers[name],
  )
  return { status, body: body as { id: string; error?: { code: string } } }
}
const chargeOf = (id: string, name: Name = 'dora') => server.request(driverChargeGet, { id }, drivers[name])
const phaseOf = async (id: string) => (await chargeOf(id)).phase
const sessionsOf = (name: Name) => server.request(transactionList, {}, drivers[name])
const costOf = async (session: string) =>
  Number((await server.request(sessionCost, { id: session }, drivers.dora)).cost)
const settle = () => server.app.jobs.work('driver.queue')
const placeIn = async (name: Name) => (await server.request(driverQueueGet, {}, drivers[name])).own

/** Starts as a driver, and returns the session once it runs. */
async function charging(name: Name): Promise<string> {
  const { body } = await start(name)
  await expect.poll(async () => (await chargeOf(body.id, name)).phase).toBe('charging')
  return (await sessionsOf(name))[0]!.id
}

test('a double tap starts once', async () => {
  const replies = await Promise.all([start(), start()])
  const [one, two] = replies.map(({ body }) => body.id)
  expect(two).toBe(one)
  await expect.poll(() => phaseOf(one!)).toBe('charging')
  expect(station.startCalls).toHaveLength(1)
  expect(await sessionsOf('dora')).toHaveLength(1)
})

test('a start that the station rejects is shown as refused, and the next one succeeds', async () => {
  station.startAnswer = 'Rejected'
  const { body } = await start()
  await expect.poll(() => phaseOf(body.id)).toBe('refused')
  expect(await sessionsOf('dora')).toEqual([])
  station.startAnswer = 'Accepted'
  await charging('dora')
})

test('a start that the station does not answer is shown as such', async () => {
  station.startAnswer = null
  const { body } = await start()
  await expect.poll(() => phaseOf(body.id)).toBe('silent')
  expect(await sessionsOf('dora')).toEqual([])
})

test('a blocked card and a balance that is too low send nothing', async () => {
  await server.request(cardAction, { id: cards.dora, action: 'disable' }, guests.operator)
  expect((await start()).body.error).toMatchObject({ code: 'driver.card_blocked' })
  await server.db.updateTable('clients').set({ is_prepaid: true }).where('id', '=', client).execute()
  expect((await start('otto')).body.error).toMatchObject({ code: 'driver.card_balance_too_low' })
  expect(station.startCalls).toEqual([])
})

test('a session continues after the station has lost its connection, and is charged once', async () => {
  const session = await charging('dora')
  await expect.poll(() => costOf(session)).toBeGreaterThan(1)
  await station.lose()
  const shownState = async () =>
    (await server.request(driverPlaceGet, { id: place }, drivers.otto)).list[0]!.state
  await expect.poll(shownState).toBe('offline')
  const before = await costOf(session)
  await station.resume()
  await expect.poll(() => costOf(session)).toBeGreaterThan(before)
  expect(await server.request(driverChargeStop, { session }, drivers.dora)).toEqual({ result: 'confirmed' })
  await expect.poll(async () => (await sessionsOf('dora'))[0]!.statecode).toBe('finished')
  expect(await sessionsOf('dora')).toHaveLength(1)
})

test('three drivers in a queue get the connector one after the other', async () => {
  let session = await charging('dora')
  const waiting = ['otto', 'rosa', 'emil'] as const
  for (const name of waiting) await server.request(driverQueueJoin, { id: place }, drivers[name])
  let present: Name = 'dora'
  for (const name of waiting) {
    expect((await placeIn(name))!.position).toBe(1)
    await server.request(driverChargeStop, { session }, drivers[present])
    await expect
      .poll(async () => {
        await settle()
        return placeIn(name)
      })
      .toMatchObject({ phase: 'turn', turn: { no: 1, reservation: 'reserved' } })
    const others = waiting.filter((other) => other !== name)
    for (const other of others) expect((await placeIn(other))?.phase).not.toBe('turn')
    session = await charging(name)
    await settle()
    expect(await placeIn(name)).toMatchObject({ phase: 'ended', reason: 'started' })
    present = name
  }
  expect(station.reservationCalls.filter(({ action }) => action === 'ReserveNow')).toHaveLength(3)
})
