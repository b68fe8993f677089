import {
  accessRuleSet,
  adminUserLock,
  type AnswerOf,
  cardAction,
  driverPlaceGet,
  driverQueueGet,
  driverQueueJoin,
  driverReservationCreate,
  methodRun,
  noticeList,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  join,
  noticesOf,
  own,
  phase,
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
// changes wake the job that settles queues
beforeAll(() => queue.server.app.jobs.start())

/** Before the next run of the job without a change. */
const soon = { timeout: 15_000 }

type Reservation = NonNullable<AnswerOf<typeof driverQueueGet>['reservation']>
type Name = 'anna' | 'bert' | 'cleo'

const stationId = async () =>
  (
    await queue.server.db
      .selectFrom('stations')
      .select('id')
      .where('identity', '=', queue.link.identity)
      .executeTakeFirstOrThrow()
  ).id

/** Makes the station private, and opens it to the card of a driver by an access rule, whose id is returned. */
async function openTo(name: Name): Promise<string> {
  await queue.server.db
    .updateTable('stations')
    .set({ type: 'private' })
    .where('identity', '=', queue.link.identity)
    .execute()
  const body = { id: null, label: name, effect: 'allow' as const, card: queue.cards[name] }
  const { id } = await queue.server.request(
    accessRuleSet,
    { ...body, station: await stationId() },
    queue.admin,
  )
  // the rules are loaded again after the change
  await expect
    .poll(async () => (await queue.server.call(driverPlaceGet, { id: queue.site }, queue.users[name])).status)
    .toBe(200)
  return id
}

const reservation = async (name: Name): Promise<Reservation | null> =>
  (await queue.server.request(driverQueueGet, {}, queue.users[name])).reservation
const reservationNotices = async (name: Name) =>
  (await queue.server.request(noticeList, { filter: { kind: 'reservation' } }, queue.users[name])).map(
    ({ text }) => text,
  )
const remove = (id: string) => queue.server.request(methodRun, { id, code: 'delete' }, queue.admin)

async function reserve(name: Name): Promise<void> {
  const body = { id: newId(), connector: queue.connectors[0]!, card: queue.cards[name] }
  await queue.server.request(driverReservationCreate, body, queue.users[name])
  await expect.poll(async () => (await reservation(name))?.phase).toBe('reserved')
  await expect.poll(() => stateOf(1)).toBe('reserved')
}

describe('a reservation of a driver who loses access', () => {
  beforeEach(() => report(1, 'Available'))

  test('by a blocked card or a blocked user is cancelled at the station soon', async () => {
    await reserve('anna')
    await queue.server.request(cardAction, { id: queue.cards.anna, action: 'disable' }, queue.admin)
    await expect.poll(async () => (await reservation('anna'))?.reason, soon).toBe('card_refused')
    await expect.poll(() => stateOf(1)).toBe('available')
    await reserve('bert')
    await queue.server.request(adminUserLock, { id: queue.users.bert.id }, queue.admin)
    await expect.poll(() => requests('CancelReservation'), soon).toHaveLength(2)
    await expect.poll(() => stateOf(1)).toBe('available')
  })

  test('by an access rule that is deleted is cancelled at the station, and the driver is notified', async () => {
    const rule = await openTo('anna')
    await reserve('anna')
    await settle()
    expect((await reservation('anna'))!.phase).toBe('reserved')
    await remove(rule)
    await expect
      .poll(async () => (await reservation('anna'))!)
      .toMatchObject({ phase: 'ended', reason: 'not_authorized' })
    await expect.poll(() => requests('CancelReservation')).toHaveLength(1)
    await expect.poll(() => stateOf(1)).toBe('available')
    expect(await reservationNotices('anna')).toEqual([
      'Your reservation of connector 1 at Harbour has ended, because you may no longer charge there.',
    ])
    // nothing counts as unused
    await openTo('anna')
    await reserve('anna')
  })

  test('with the station of another owner is cancelled, and a disabled connector is not access', async () => {
    await reserve('anna')
    await queue.server.db
      .updateTable('stations')
      .set({ type: 'private', owner_id: queue.users.bert.id })
      .where('identity', '=', queue.link.identity)
      .execute()
    await settle()
    expect((await reservation('anna'))!.reason).toBe('not_authorized')
    await expect.poll(() => stateOf(1)).toBe('available')
    await reserve('bert')
    await queue.server.db
      .updateTable('evses')
      .set({ is_announced: false })
      .where('id', '=', queue.connectors[0]!)
      .execute()
    await settle()
    expect((await reservation('bert'))!.reason).toBe('out_of_order')
  })
})

describe('a turn of a driver who loses access', () => {
  test('ends, and the connector goes to the next driver', async () => {
    const rule = await openTo('anna')
    await openTo('bert')
    await join('anna')
    await join('bert')
    await report(1, 'Available')
    await turnOf('anna')
    await reservedFor('anna')
    await remove(rule)
    await expect.poll(async () => (await own('anna'))!.reason).toBe('not_authorized')
    expect(await noticesOf('anna')).toContain(
      'You have left the queue at Harbour, because you may no longer charge there.',
    )
    await expect.poll(() => requests('CancelReservation')).toHaveLength(1)
    await turnOf('bert')
  })
})

describe('a queue', () => {
  test('of a site that is deleted ends for all who wait, with a notice', async () => {
    const { id } = await queue.server.request(
      siteSet,
      { id: null, label: 'Old port', lat: 54.3, lng: 10.1 },
      queue.admin,
    )
    await queue.server.request(stationSet, { id: await stationId(), site: id }, queue.admin)
    for (const name of ['anna', 'bert'] as const)
      await queue.server.request(driverQueueJoin, { id }, queue.users[name])
    await report(1, 'Available')
    await turnOf('anna')
    await remove(id)
    await expect
      .poll(() => own('bert'))
      .toMatchObject({ phase: 'ended', reason: 'withdrawn', placelabel: 'Old port' })
    expect(await noticesOf('bert')).toEqual([
      'You have left the queue at Old port, because the operator no longer offers charging there.',
    ])
    // the connector still works
    expect(await phase('anna')).toBe('turn')
    await report(1, 'Faulted')
    await expect.poll(async () => (await own('anna'))!.reason).toBe('withdrawn')
  })

  test('of a site whose last station is moved, and of a station that gets a site, ends', async () => {
    await join('anna')
    await queue.server.request(stationSet, { id: await stationId(), site: null }, queue.admin)
    await expect.poll(async () => (await own('anna'))!.reason).toBe('withdrawn')
    await queue.server.request(driverQueueJoin, { id: await stationId() }, queue.users.anna)
    expect(await phase('anna')).toBe('waiting')
    await settle()
    expect(await phase('anna')).toBe('waiting')
    await queue.server.request(stationSet, { id: await stationId(), site: queue.site }, queue.admin)
    await expect.poll(async () => (await own('anna'))!.reason).toBe('withdrawn')
    await join('anna')
  })
})
