import {
  driverChargeStart,
  driverQueueGet,
  driverReservationCreate,
  userDataDelete,
} from '@stationmaster/contract'
import { expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  begin,
  join,
  noticesOf,
  own,
  pass,
  queue,
  report,
  requests,
  reservedFor,
  settle,
  stateOf,
  turnOf,
  useQueue,
} from './queue-fixture.ts'

useQueue()

const startOf = (name: 'anna' | 'bert') => ({
  id: newId(),
  connector: queue.connectors[0]!,
  card: queue.cards[name],
})

/** Lets the starts be some seconds ago. */
const requestedAgo = (seconds: number) =>
  queue.server.db
    .updateTable('driver_charges')
    .set({ created_at: new Date(Date.now() - seconds * 1_000) })
    .execute()

test('a turn does not end while the start of its driver waits for the cable', async () => {
  for (const name of ['anna', 'bert'] as const) await join(name)
  await report(1, 'Available')
  await reservedFor('anna')
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
  await pass(301)
  await settle()
  expect((await own('anna'))!.phase).toBe('turn')
  expect(requests('CancelReservation')).toEqual([])
  expect(await noticesOf('anna')).toHaveLength(1)
  await begin(1, 'anna')
  await settle()
  expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'started' })
})

test('a turn whose start leads to nothing ends two minutes later', async () => {
  for (const name of ['anna', 'bert'] as const) await join(name)
  queue.reserveAnswer = 'Rejected'
  await report(1, 'Available')
  await turnOf('anna')
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  await pass(301)
  await settle()
  expect((await own('anna'))!.phase).toBe('turn')
  await requestedAgo(121)
  await turnOf('bert')
  expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'missed' })
})

test('a second driver cannot start where the first one is plugging in, until the start has no session after two minutes', async () => {
  await report(1, 'Available')
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  const refused = await queue.server.requestError(driverChargeStart, startOf('bert'), queue.users.bert)
  expect(refused).toMatchObject({ status: 400, code: 'driver.connector_offered', field: 'connector' })
  await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
  await requestedAgo(121)
  await queue.server.request(driverChargeStart, startOf('bert'), queue.users.bert)
  await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(2)
})

test('the driver of a start can start again with another card', async () => {
  await report(1, 'Available')
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  await requestedAgo(61)
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(2)
})

const reservationOf = async (name: 'anna' | 'bert') =>
  (await queue.server.request(driverQueueGet, {}, queue.users[name])).reservation

/** Reserves connector 1 and requests a start there; the reservation ends while the start waits for the cable. */
async function startInReservation(): Promise<void> {
  await report(1, 'Available')
  await queue.server.request(driverReservationCreate, startOf('anna'), queue.users.anna)
  await expect.poll(() => stateOf(1)).toBe('reserved')
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
  await pass(15 * 60 + 1)
  await settle()
  expect(await reservationOf('anna')).toMatchObject({ ended: null })
  expect(requests('CancelReservation')).toEqual([])
}

test('a reservation does not end while the start of its driver waits for the cable', async () => {
  await startInReservation()
  const refused = await queue.server.requestError(driverChargeStart, startOf('bert'), queue.users.bert)
  expect(refused.code).toBe('driver.connector_offered')
  await begin(1, 'anna')
  await settle()
  expect(await reservationOf('anna')).toMatchObject({ phase: 'ended', reason: 'started' })
})

test('a reservation whose start leads to nothing ends two minutes later', async () => {
  await startInReservation()
  await requestedAgo(121)
  await settle()
  expect(await reservationOf('anna')).toMatchObject({ phase: 'ended', reason: 'unused' })
})

test('a driver cannot erase the account while a start can still lead to a session', async () => {
  await report(1, 'Available')
  await queue.server.request(driverChargeStart, startOf('anna'), queue.users.anna)
  const refused = await queue.server.requestError(userDataDelete, {}, queue.users.anna)
  expect(refused).toMatchObject({ status: 400, code: 'driver.erase_starting' })
  await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
  await begin(1, 'anna')
  const running = await queue.server.requestError(userDataDelete, {}, queue.users.anna)
  expect(running.code).toBe('driver.erase_running')
  await report(2, 'Available')
  await queue.server.request(
    driverChargeStart,
    { ...startOf('bert'), connector: queue.connectors[1]! },
    queue.users.bert,
  )
  await requestedAgo(121)
  expect(await queue.server.request(userDataDelete, {}, queue.users.bert)).toMatchObject({ result: true })
})
