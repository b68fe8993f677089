import {
  cardSet,
  driverChargeStop,
  driverPlaceGet,
  driverQueueGet,
  driverReservationCancel,
  driverReservationCreate,
  reservationList,
  stationSet,
  transactionList,
} from '@stationmaster/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { ForeignStation } from './foreign-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let station: ForeignStation
/** Driver with a card, and another one; both are new for each test, as is the station. */
let driver: TestUser
let other: TestUser
let card: string
let place: string
let identity: string
let count = 0

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
})
afterAll(() => server.close())

beforeEach(async () => {
  identity = `FOREIGN-${++count}`
  const body = { id: null, identity, typecode: 'public', label: 'Harbour' } as const
  const { station: added, key } = await server.request(stationSet, body, admin)
  place = added.id
  station = await ForeignStation.open({
    link: `${server.url.replace('http', 'ws')}/ocpp/`,
    identity,
    key: key!,
  })
  driver = await server.user(`dora-${count}`, { interface: 'driver' })
  other = await server.user(`otto-${count}`, { interface: 'driver' })
  card = (await server.request(cardSet, { id: null, code: `DORA-${count}`, driver: `dora-${count}` }, admin))
    .id
  await server.request(cardSet, { id: null, code: `OTTO-${count}`, driver: `otto-${count}` }, admin)
})
afterEach(() => station.close())

const shownTo = async (who: TestUser) => {
  const { list } = await server.request(driverPlaceGet, { id: place }, who)
  return list.find(({ no }) => no === 1)!
}
const own = async () => (await server.request(driverQueueGet, {}, driver)).reservation
/** Runs the job that ends reservations. */
const settle = () => server.app.jobs.work('driver.queue')
const atOperator = async () =>
  (await server.request(reservationList, { filter: { identity } }, admin)).map(({ statecode }) => statecode)

async function reserve(): Promise<void> {
  await expect.poll(async () => (await shownTo(driver)).reservable).toBe(true)
  const { id: connector } = await shownTo(driver)
  await server.request(driverReservationCreate, { id: newId(), connector, card }, driver)
}

/** Reserves, and returns the number by which the station knows the reservation. */
async function reserved(): Promise<number> {
  await reserve()
  await expect.poll(async () => (await own())?.phase).toBe('reserved')
  await expect.poll(async () => (await shownTo(other)).state).toBe('reserved')
  const [call] = station.reservationCalls
  return (call!.params as { reservationId: number }).reservationId
}

// Proves S3.12
test('a station of an independent client is asked to reserve, and its driver sees it', async () => {
  const reservationId = await reserved()
  const { until } = (await own())!
  expect(station.reservationCalls).toEqual([
    {
      action: 'ReserveNow',
      params: { connectorId: 1, idTag: `DORA-${count}`, expiryDate: until, reservationId },
    },
  ])
  expect(await own()).toMatchObject({ reason: null, placelabel: 'Harbour', connectorno: 1, card })
  expect(await shownTo(other)).toMatchObject({ reserveduntil: until, reservable: false })
  expect(await atOperator()).toEqual(['active'])
})

test('a start with the card uses the reservation, and one with another card starts nothing', async () => {
  await reserved()
  expect(await station.present(`OTTO-${count}`)).toBe('refused')
  expect((await own())!.phase).toBe('reserved')
  expect(await station.present(`DORA-${count}`)).toBe('started')
  await settle()
  expect(await own()).toMatchObject({ phase: 'ended', reason: 'started' })
  expect(await atOperator()).toEqual(['used'])
  const [session] = await server.request(transactionList, {}, driver)
  expect(session).toMatchObject({ statecode: 'running', connectorid: 1 })
  expect(await server.request(driverChargeStop, { session: session!.id }, driver)).toEqual({
    result: 'confirmed',
  })
  await expect.poll(async () => (await shownTo(other)).state).toBe('available')
  expect(station.reservationCalls.map(({ action }) => action)).toEqual(['ReserveNow'])
})

test('a reservation that the driver cancels is cancelled at the station', async () => {
  const reservationId = await reserved()
  await server.request(driverReservationCancel, {}, driver)
  expect(await own()).toMatchObject({ phase: 'ended', reason: 'cancelled' })
  await expect
    .poll(() => station.reservationCalls.slice(1))
    .toEqual([{ action: 'CancelReservation', params: { reservationId } }])
  await expect.poll(async () => (await shownTo(other)).reservable).toBe(true)
  expect(await atOperator()).toEqual(['cancelled'])
})

test.each([
  ['Faulted', 'faulted'],
  ['Occupied', 'occupied'],
  ['Rejected', 'rejected'],
  ['Unavailable', 'unavailable'],
] as const)('the driver gets the reason of a station that answers %s', async (status, answer) => {
  station.reserveAnswer = status
  await reserve()
  await expect.poll(own).toMatchObject({ phase: 'ended', reason: 'refused', answer })
  await settle()
  expect(await shownTo(other)).toMatchObject({ state: 'available', reservable: true })
  expect(station.reservationCalls.map(({ action }) => action)).toEqual(['ReserveNow'])
})
