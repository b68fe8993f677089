import {
  accountSet,
  type AnswerOf,
  cardAction,
  cardSet,
  connectorReserveCancel,
  driverChargeStart,
  driverPlaceGet,
  driverQueueGet,
  driverQueueJoin,
  driverReservationCancel,
  driverReservationCreate,
  noticeList,
  reservationList,
  reservationPauseMinutes,
  userDataDelete,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  begin,
  connect,
  join,
  leave,
  names,
  pass,
  queue,
  report,
  requests,
  settle,
  stateOf,
  useQueue,
} from './queue-fixture.ts'

// a station that does not answer is waited for this long
useQueue({ OCPP_CALL_TIMEOUT_SECONDS: '3' })

type Name = (typeof names)[number]
type Reservation = NonNullable<AnswerOf<typeof driverQueueGet>['reservation']>

beforeEach(async () => {
  await report(1, 'Available')
  await report(2, 'Available')
})

const bodyOf = (name: Name, no = 1, id = newId()) => ({
  id,
  connector: queue.connectors[no - 1]!,
  card: queue.cards[name],
})
const reserve = (name: Name, no = 1) =>
  queue.server.request(driverReservationCreate, bodyOf(name, no), queue.users[name])
const refusalOf = async (name: Name, no = 1) =>
  (await queue.server.requestError(driverReservationCreate, bodyOf(name, no), queue.users[name])).code
const cancel = (name: Name) => queue.server.request(driverReservationCancel, {}, queue.users[name])
const own = async (name: Name): Promise<Reservation | null> =>
  (await queue.server.request(driverQueueGet, {}, queue.users[name])).reservation
const placeOf = (name: Name) => queue.server.request(driverPlaceGet, { id: queue.site }, queue.users[name])
const noticesOf = async (name: Name) =>
  (await queue.server.request(noticeList, { filter: { kind: 'reservation' } }, queue.users[name])).map(
    ({ text }) => text,
  )
const atStation = async () =>
  (
    await queue.server.request(
      reservationList,
      { filter: { identity: queue.link.identity }, orderby: ['created DESC'] },
      queue.admin,
    )
  ).map(({ statecode }) => statecode)

/** Reserves a connector, and waits until the station reports it. */
async function reserved(name: Name, no = 1): Promise<Reservation> {
  await reserve(name, no)
  await expect.poll(async () => (await own(name))?.phase).toBe('reserved')
  await expect.poll(() => stateOf(no)).toBe('reserved')
  return (await own(name))!
}

/** Waits until the job has ended a reservation for a reason. */
const endedBy = (name: Name) =>
  expect.poll(async () => {
    await settle()
    const row = await own(name)
    return row?.ended === null ? row.phase : row?.reason
  })

describe('a reservation', () => {
  // Proves L367
  test('asks the station once with the card until a time, and is shown to its driver, to others and to operators', async () => {
    const shown = await reserved('anna')
    expect(shown).toMatchObject({
      phase: 'reserved',
      reason: null,
      placelabel: 'Harbour',
      connectorno: 1,
      card: queue.cards.anna,
    })
    expect(Date.parse(shown.until) - Date.parse(shown.from)).toBe(15 * 60_000)
    expect(requests('ReserveNow')).toEqual([
      {
        connectorId: 1,
        idTag: `anna-${queue.count}`,
        expiryDate: shown.until,
        reservationId: [...queue.reserved.keys()][0],
      },
    ])
    const [first] = (await placeOf('bert')).list
    expect(first).toMatchObject({ state: 'reserved', reserveduntil: shown.until, reservable: false })
    expect(JSON.stringify(await placeOf('bert'))).not.toMatch(/anna/)
    const [row] = await queue.server.request(
      reservationList,
      { filter: { identity: queue.link.identity } },
      queue.admin,
    )
    expect(row).toMatchObject({ statecode: 'active', connectorid: 1, code: `anna-${queue.count}` })
  })

  test('is made once by a repeated request, by two at the same time, and by a second key for the connector', async () => {
    const body = bodyOf('anna')
    await Promise.all(
      [body, body, bodyOf('anna')].map((one) =>
        queue.server.request(driverReservationCreate, one, queue.users.anna),
      ),
    )
    await expect.poll(async () => (await own('anna'))?.phase).toBe('reserved')
    await queue.server.request(driverReservationCreate, body, queue.users.anna)
    await settle()
    expect(requests('ReserveNow')).toHaveLength(1)
  })

  // Proves L368
  test('is one at a time, and excludes a place in a queue', async () => {
    await reserved('anna')
    expect(await refusalOf('anna', 2)).toBe('driver.reservation_open')
    await report(2, 'Charging')
    expect((await queue.server.requestError(...joining('anna'))).code).toBe('driver.reservation_open')
    await join('bert')
    await report(2, 'Available')
    await settle()
    expect(await refusalOf('bert', 2)).toBe('driver.queue_elsewhere')
  })

  test('is refused with the card of another driver, a blocked card, at a connector in use or out of order, and where reservations are off', async () => {
    const foreign = { ...bodyOf('anna'), card: queue.cards.bert }
    const refused = await queue.server.requestError(driverReservationCreate, foreign, queue.users.anna)
    expect(refused.code).toBe('card.not_found')
    await queue.server.request(cardAction, { id: queue.cards.anna, action: 'disable' }, queue.admin)
    expect(await refusalOf('anna')).toBe('driver.card_blocked')
    await report(1, 'Charging')
    expect(await refusalOf('bert')).toBe('driver.connector_in_use')
    await report(1, 'Faulted')
    expect(await refusalOf('bert')).toBe('driver.connector_unavailable')
    await report(1, 'Preparing')
    expect(await refusalOf('bert')).toBe('driver.reservation_not_free')
    await queue.server.request(accountSet, { reserveminutes: 0 }, queue.admin)
    expect((await placeOf('bert')).reservation.minutes).toBe(0)
    expect((await placeOf('bert')).list[1]!.reservable).toBe(false)
    expect(await refusalOf('bert', 2)).toBe('driver.reservation_off')
    await queue.server.request(accountSet, { reserveminutes: 15 }, queue.admin)
    expect((await placeOf('bert')).list[1]!.reservable).toBe(true)
    expect(requests('ReserveNow')).toEqual([])
  })

  test('of a driver of another operator, and of a connector that another driver has, is refused', async () => {
    const accountId = await queue.server.addAccount(`rival-${queue.count}`)
    const stranger = await queue.server.user(`rob-${queue.count}`, { interface: 'driver', accountId })
    const refused = await queue.server.requestError(driverReservationCreate, bodyOf('anna'), stranger)
    expect(refused.code).toBe('driver.not_authorized')
    await reserved('anna')
    expect(await refusalOf('bert')).toBe('driver.reservation_not_free')
    const start = await queue.server.requestError(driverChargeStart, bodyOf('bert'), queue.users.bert)
    expect(start.code).toBe('driver.connector_offered')
    await cancel('bert')
    expect((await own('anna'))!.phase).toBe('reserved')
  })

  test('of two drivers at the same moment is made for one of them', async () => {
    const answers = await Promise.all(
      (['anna', 'bert', 'cleo'] as const).map((name) =>
        reserve(name).then(
          () => 'reserved',
          () => 'refused',
        ),
      ),
    )
    expect(answers.toSorted()).toEqual(['refused', 'refused', 'reserved'])
    await settle()
    await expect.poll(() => requests('ReserveNow')).toHaveLength(1)
  })

  test('leaves free connectors to the drivers who wait', async () => {
    await report(1, 'Charging')
    await report(2, 'Charging')
    await join('anna')
    // the queue has not been settled yet
    await sql`update evses set state = 'available' where id = ${queue.connectors[0]!}`.execute(
      queue.server.db,
    )
    expect((await placeOf('bert')).list[0]!.reservable).toBe(false)
    expect(['driver.reservation_queue_first', 'driver.reservation_not_free']).toContain(
      await refusalOf('bert'),
    )
    await leave('anna')
    await expect
      .poll(async () => {
        await settle()
        return (await placeOf('bert')).list[0]!.reservable
      })
      .toBe(true)
  })
})

const joining = (name: Name) => [driverQueueJoin, { id: queue.site }, queue.users[name]] as const

describe('a station', () => {
  test.each([
    ['Occupied', 'occupied'],
    ['Faulted', 'faulted'],
    ['Unavailable', 'unavailable'],
    ['Rejected', 'rejected'],
  ] as const)(
    'that answers %s ends the reservation with its reason, and the driver may try again',
    async (status, answer) => {
      queue.reserveAnswer = status
      await reserve('anna')
      await expect.poll(async () => (await own('anna'))?.reason).toBe('refused')
      expect(await own('anna')).toMatchObject({ phase: 'ended', answer })
      await endedBy('anna').toBe('refused')
      expect(await atStation()).toEqual(['refused'])
      queue.reserveAnswer = 'Accepted'
      await reserved('anna', 2)
      expect(requests('CancelReservation')).toEqual([])
    },
  )

  test('that does not know reservations is shown so, and one that has reported this is not asked', async () => {
    const { onCall } = queue.socket
    queue.socket.onCall = (action, payload, id) => {
      if (action !== 'ReserveNow') return onCall!(action, payload, id)
      queue.socket.answerError(id, 'NotImplemented')
      return undefined
    }
    await reserve('anna')
    await expect.poll(async () => (await own('anna'))?.answer).toBe('unsupported')
    await endedBy('anna').toBe('refused')
    await sql`insert into station_configuration (station_id, key, value)
      select id, 'SupportedFeatureProfiles', 'Core,RemoteTrigger' from stations where identity = ${queue.link.identity}`.execute(
      queue.server.db,
    )
    expect((await placeOf('bert')).list.map(({ reservable }) => reservable)).toEqual([false, false])
    expect(await refusalOf('bert')).toBe('driver.reservation_unsupported')
  })

  test('that does not answer ends the reservation, which is cancelled, and the driver is notified', async () => {
    queue.reserveAnswer = null
    await reserve('anna')
    expect((await own('anna'))!.phase).toBe('asking')
    await expect.poll(async () => (await own('anna'))?.reason, { timeout: 15_000 }).toBe('silent')
    await endedBy('anna').toBe('silent')
    await expect.poll(() => requests('CancelReservation')).toHaveLength(1)
    expect(await noticesOf('anna')).toEqual([
      'Connector 1 at Harbour is not reserved: the station did not answer.',
    ])
  })

  test('that is offline gets no request, and its driver sees the reason', async () => {
    await queue.socket.close()
    await expect.poll(async () => (await placeOf('anna')).list[0]!.state).toBe('offline')
    expect(await refusalOf('anna')).toBe('driver.station_offline')
    await connect()
  })

  test('whose reserved connector fails, or at which the operator cancels, ends the reservation with a notice', async () => {
    await reserved('anna')
    await report(1, 'Faulted')
    await endedBy('anna').toBe('out_of_order')
    expect((await noticesOf('anna'))[0]).toMatch(/^Connector 1 at Harbour can no longer be used/)
    await reserved('bert', 2)
    await queue.server.request(connectorReserveCancel, { id: queue.connectors[1]! }, queue.admin)
    await endedBy('bert').toBe('withdrawn')
    expect((await noticesOf('bert'))[0]).toMatch(/^The operator has cancelled your reservation/)
  })
})

describe('the end of a reservation', () => {
  test('by its driver cancels it at the station, and the connector is free', async () => {
    await reserved('anna')
    expect((await cancel('anna')).reservation).toMatchObject({ phase: 'ended', reason: 'cancelled' })
    await cancel('anna')
    await expect.poll(atStation).toEqual(['cancelled'])
    await expect.poll(() => stateOf(1)).toBe('available')
    expect(requests('CancelReservation')).toHaveLength(1)
    await reserved('bert')
    const audited = await queue.server.db
      .selectFrom('audit_log')
      .select('action')
      .where('user_id', '=', queue.users.anna.id)
      .where('action', 'in', ['ReserveNow', 'CancelReservation'])
      .orderBy('at')
      .execute()
    expect(audited.map(({ action }) => action)).toEqual(['ReserveNow', 'CancelReservation'])
  })

  // Proves L369
  test('without use is notified, and the driver cannot reserve there again for a time', async () => {
    await reserved('anna')
    await pass(840)
    await settle()
    expect((await own('anna'))!.phase).toBe('reserved')
    await pass(61)
    await endedBy('anna').toBe('unused')
    expect(await noticesOf('anna')).toContain(
      'Your reservation of connector 1 at Harbour has ended without a session.',
    )
    await expect.poll(() => stateOf(1)).toBe('available')
    expect(await refusalOf('anna', 2)).toBe('driver.reservation_too_soon')
    const { from } = (await placeOf('anna')).reservation
    expect(Date.parse(from!) - Date.parse((await own('anna'))!.ended!)).toBe(reservationPauseMinutes * 60_000)
    expect((await placeOf('bert')).reservation.from).toBeNull()
    await pass(reservationPauseMinutes * 60 + 1)
    await reserved('anna', 2)
  })

  test('comes with the session of the card, which uses it at the station', async () => {
    const { until } = await reserved('anna')
    await queue.server.request(driverChargeStart, bodyOf('anna'), queue.users.anna)
    await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
    await begin(1, 'anna')
    await endedBy('anna').toBe('started')
    await queue.server.app.jobs.work('reservations.settle')
    expect(await atStation()).toEqual(['used'])
    expect(requests('CancelReservation')).toEqual([])
    expect(until).not.toBeNull()
    expect((await placeOf('anna')).reservation.from).toBeNull()
  })

  test('comes with a start by another card of the driver, after the reservation was cancelled', async () => {
    await reserved('anna')
    const second = { id: null, code: `anna-${queue.count}-2`, driver: `anna-${queue.count}` }
    const { id: card } = await queue.server.request(cardSet, second as never, queue.admin)
    await queue.server.request(driverChargeStart, { ...bodyOf('anna'), card }, queue.users.anna)
    await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
    const order = queue.calls.map(({ action }) => action).filter((action) => action !== 'ReserveNow')
    expect(order).toEqual(['CancelReservation', 'RemoteStartTransaction'])
    expect((await own('anna'))!.phase).toBe('reserved')
  })

  test('follows from a blocked card, and from the erasure of the driver', async () => {
    await reserved('anna')
    await queue.server.request(cardAction, { id: queue.cards.anna, action: 'disable' }, queue.admin)
    await endedBy('anna').toBe('card_refused')
    await expect.poll(() => requests('CancelReservation')).toHaveLength(1)
    await reserved('bert', 2)
    await queue.server.request(userDataDelete, {}, queue.users.bert)
    await settle()
    await expect.poll(() => requests('CancelReservation')).toHaveLength(2)
    await expect.poll(() => stateOf(2)).toBe('available')
  })
})

test('a server that starts again asks the station that was not asked, and ends what can no longer be asked', async () => {
  // the server ended after it had stored the reservation, and before it stored the command
  const now = queue.server.clock.now()
  const row = {
    kind: 'reservation' as const,
    account_id: queue.admin.accountId,
    place_id: queue.site,
    joined_at: now,
    offered_at: now,
    offered_until: new Date(now.getTime() + 900_000),
    requested_at: now,
  }
  await queue.server.db
    .insertInto('queue_places')
    .values([
      {
        ...row,
        id: newId(),
        key: newId(),
        user_id: queue.users.anna.id,
        card_id: queue.cards.anna,
        evse_id: queue.connectors[0]!,
        run_id: newId(),
      },
    ])
    .execute()
  await settle()
  expect(requests('ReserveNow')).toEqual([])
  expect((await own('anna'))!.phase).toBe('asking')
  await pass(31)
  await settle()
  await expect.poll(async () => (await own('anna'))?.phase).toBe('reserved')
  await settle()
  expect(requests('ReserveNow')).toHaveLength(1)
  // it ended after the driver had cancelled, and before it asked the station
  await queue.server.db
    .updateTable('queue_places')
    .set({ ended_at: queue.server.clock.now(), end_reason: 'cancelled' })
    .where('user_id', '=', queue.users.anna.id)
    .execute()
  await sql`insert into queue_cancellations (run_id, account_id, created_at)
    select run_id, account_id, now() from queue_places where user_id = ${queue.users.anna.id}`.execute(
    queue.server.db,
  )
  await settle()
  await expect.poll(() => requests('CancelReservation')).toHaveLength(1)
  await expect.poll(atStation).toEqual(['cancelled'])
})
