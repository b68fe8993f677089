import {
  cardAction,
  cardSet,
  driverChargeStart,
  driverPlaceGet,
  driverQueueBack,
  driverQueueJoin,
  maxQueueLength,
  signOut,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import {
  begin,
  connect,
  join,
  leave,
  names,
  noticesOf,
  own,
  pass,
  phase,
  queue,
  report,
  requests,
  reservedFor,
  settle,
  turnOf,
  useQueue,
} from './queue-fixture.ts'

useQueue()

const isConnected = async () =>
  (
    await queue.server.db
      .selectFrom('stations')
      .select('is_connected')
      .where('identity', '=', queue.link.identity)
      .executeTakeFirst()
  )?.is_connected
const stored = () => queue.server.db.selectFrom('queue_places').select('id').execute()
const minutes = async () => (await own('cleo'))!.waiting.map((one) => one.minutes)

describe('joining', () => {
  test('is possible where all connectors are taken, once, and shows the place without names', async () => {
    for (const name of names) await join(name)
    await join('anna')
    const shown = await own('bert')
    expect(shown).toMatchObject({
      placelabel: 'Harbour',
      phase: 'waiting',
      position: 2,
      turnminutes: 5,
      turn: null,
    })
    expect(shown!.waiting).toEqual([
      { own: false, minutes: null },
      { own: true, minutes: null },
      { own: false, minutes: null },
    ])
    expect(JSON.stringify(shown)).not.toMatch(/anna|cleo/)
    const place = await queue.server.request(driverPlaceGet, { id: queue.site }, queue.users.bert)
    expect(place.queue).toEqual({ waiting: 3, open: false, own: true })
  })

  test('is refused where a connector is free, or none works', async () => {
    await report(1, 'Available')
    const free = await queue.server.requestError(driverQueueJoin, { id: queue.site }, queue.users.anna)
    expect(free.code).toBe('driver.queue_not_needed')
    await report(1, 'Faulted')
    await report(2, 'Unavailable')
    const broken = await queue.server.requestError(driverQueueJoin, { id: queue.site }, queue.users.anna)
    expect(broken.code).toBe('driver.queue_out_of_order')
    const place = await queue.server.request(driverPlaceGet, { id: queue.site }, queue.users.anna)
    expect(place.queue).toEqual({ waiting: 0, open: false, own: false })
  })

  test('is refused with a blocked card, with the card of another driver, and while waiting elsewhere', async () => {
    await queue.server.request(cardAction, { id: queue.cards.anna, action: 'disable' }, queue.admin)
    const blocked = await queue.server.requestError(driverQueueJoin, { id: queue.site }, queue.users.anna)
    expect(blocked.code).toBe('driver.queue_no_card')
    const foreign = await queue.server.requestError(
      driverQueueJoin,
      { id: queue.site, card: queue.cards.anna },
      queue.users.bert,
    )
    expect(foreign.code).toBe('card.not_found')
    await join('cleo')
    const body = { id: null, identity: `ELSE-${queue.count}`, typecode: 'public' }
    const { station } = await queue.server.request(stationSet, body as never, queue.admin)
    await queue.server.db
      .insertInto('evses')
      .values({
        id: newId(),
        account_id: queue.admin.accountId,
        station_id: station.id,
        evse_no: 1,
        state: 'charging',
        is_announced: true,
      })
      .execute()
    await queue.server.db
      .updateTable('stations')
      .set({ is_connected: true, state: 'available' })
      .where('id', '=', station.id)
      .execute()
    const second = await queue.server.requestError(driverQueueJoin, { id: station.id }, queue.users.cleo)
    expect(second).toMatchObject({ code: 'driver.queue_elsewhere', params: { place: 'Harbour' } })
    await queue.server.db
      .updateTable('stations')
      .set({ is_connected: false })
      .where('id', '=', station.id)
      .execute()
  })

  test('of a driver of another operator is refused', async () => {
    const accountId = await queue.server.addAccount(`rival-${queue.count}`)
    const stranger = await queue.server.user(`rob-${queue.count}`, { interface: 'driver', accountId })
    const refused = await queue.server.requestError(driverQueueJoin, { id: queue.site }, stranger)
    expect(refused).toMatchObject({ status: 404, code: 'driver.place_not_found' })
  })

  // Proves L265
  test('is refused beyond the length of the queue', async () => {
    await sql`insert into users (id, account_id, username, password_hash, interface_code)
      select gen_random_uuid(), ${queue.admin.accountId}, 'long-' || ${queue.count}::int || '-' || n, 'x', 'driver'
      from generate_series(1, ${maxQueueLength}::int) n`.execute(queue.server.db)
    await sql`insert into queue_places (id, user_id, account_id, place_id, card_id, joined_at)
      select gen_random_uuid(), u.id, u.account_id, ${queue.site}, ${queue.cards.anna}, now() from users u
      where u.username like 'long-' || ${queue.count}::int || '-%'`.execute(queue.server.db)
    const refused = await queue.server.requestError(driverQueueJoin, { id: queue.site }, queue.users.anna)
    expect(refused).toMatchObject({ code: 'limit.reached', params: { limit: maxQueueLength } })
  })
})

describe('a turn', () => {
  test('is offered to the first driver, reserved at the station with the card, and announced', async () => {
    for (const name of names) await join(name)
    await report(2, 'Available')
    const shown = await reservedFor('anna')
    expect(shown).toMatchObject({ phase: 'turn', position: null, turn: { no: 2, card: queue.cards.anna } })
    const seconds = (Date.parse(shown.turn!.until) - Date.parse(shown.turn!.from)) / 1_000
    expect(seconds).toBe(300)
    expect(requests('ReserveNow')).toEqual([
      {
        connectorId: 2,
        idTag: `anna-${queue.count}`,
        expiryDate: shown.turn!.until,
        reservationId: [...queue.reserved.keys()][0],
      },
    ])
    expect((await noticesOf('anna'))[0]).toMatch(
      /^Your turn at Harbour: connector 2 is yours until \d\d:\d\d( UTC)?\. /,
    )
    expect(await own('bert')).toMatchObject({ phase: 'waiting', position: 1 })
    expect(await noticesOf('bert')).toEqual([])
  })

  test('is used by the start, and the next driver moves up', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    await report(1, 'Available')
    const { turn } = await reservedFor('anna')
    const refused = await queue.server.requestError(
      driverChargeStart,
      { id: newId(), connector: turn!.connector, card: queue.cards.bert },
      queue.users.bert,
    )
    expect(refused.code).toBe('driver.connector_offered')
    await queue.server.request(
      driverChargeStart,
      { id: newId(), connector: turn!.connector, card: queue.cards.anna },
      queue.users.anna,
    )
    await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
    await begin(1, 'anna')
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'started' })
    expect(await own('bert')).toMatchObject({ phase: 'waiting', position: 1 })
    expect(requests('CancelReservation')).toEqual([])
  })

  test('with another card cancels the reservation before the start', async () => {
    const second = { id: null, code: `anna-${queue.count}-2`, driver: `anna-${queue.count}` }
    const { id: card } = await queue.server.request(cardSet, second as never, queue.admin)
    await queue.server.request(driverQueueJoin, { id: queue.site, card: queue.cards.anna }, queue.users.anna)
    await report(1, 'Available')
    const { turn } = await reservedFor('anna')
    await queue.server.request(
      driverChargeStart,
      { id: newId(), connector: turn!.connector, card },
      queue.users.anna,
    )
    await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
    const order = queue.calls.map(({ action }) => action).filter((action) => action !== 'ReserveNow')
    expect(order).toEqual(['CancelReservation', 'RemoteStartTransaction'])
  })

  test('that is passed on, or missed, goes to the next driver', async () => {
    for (const name of names) await join(name)
    await report(1, 'Available')
    await reservedFor('anna')
    expect((await leave('anna')).own).toMatchObject({ phase: 'ended', reason: 'passed' })
    await turnOf('bert')
    await reservedFor('bert')
    expect(requests('CancelReservation')).toHaveLength(1)
    await pass(240)
    await settle()
    expect(await phase('bert')).toBe('turn')
    await pass(61)
    await turnOf('cleo')
    expect(await own('bert')).toMatchObject({ phase: 'ended', reason: 'missed' })
    expect((await noticesOf('bert'))[0]).toMatch(/^Your turn at Harbour has passed/)
    expect(requests('CancelReservation')).toHaveLength(2)
  })

  test('ends with the cable plugged in, and the connector is not offered to another driver', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    queue.reserveAnswer = 'Rejected'
    await report(1, 'Available')
    await turnOf('anna')
    await report(1, 'Preparing')
    await pass(301)
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'plugged_in' })
    expect(await phase('bert')).toBe('waiting')
  })

  test.each([['Rejected'], [null]] as const)(
    'without a reservation (answer %s) says so, and others cannot start there by phone',
    async (answer) => {
      queue.reserveAnswer = answer
      await join('anna')
      await report(1, 'Available')
      await turnOf('anna')
      await expect
        .poll(async () => (await own('anna'))?.turn?.reservation)
        .toBe(answer === null ? 'asking' : 'none')
      const place = await queue.server.request(driverPlaceGet, { id: queue.site }, queue.users.bert)
      expect(place.list.map(({ state }) => state)).toEqual(['reserved', 'charging'])
      const mine = await queue.server.request(driverPlaceGet, { id: queue.site }, queue.users.anna)
      expect(mine.list.map(({ state }) => state)).toEqual(['available', 'charging'])
      const start = { id: newId(), connector: queue.connectors[0]!, card: queue.cards.bert }
      const refused = await queue.server.requestError(driverChargeStart, start, queue.users.bert)
      expect(refused.code).toBe('driver.connector_offered')
    },
  )

  test('is not reserved at a station that has reported no support for it', async () => {
    await sql`insert into station_configuration (station_id, key, value)
      select id, 'SupportedFeatureProfiles', 'Core,RemoteTrigger' from stations where identity = ${queue.link.identity}`.execute(
      queue.server.db,
    )
    await join('anna')
    await report(1, 'Available')
    await turnOf('anna')
    expect((await own('anna'))!.turn!.reservation).toBe('none')
    expect(requests('ReserveNow')).toEqual([])
  })

  test('comes back if another card starts there, and the driver is first again', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    queue.reserveAnswer = 'Rejected'
    await report(1, 'Available')
    await turnOf('anna')
    await begin(1, 'cleo')
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'waiting', position: 1 })
    expect((await noticesOf('anna'))[0]).toMatch(/^Connector 1 at Harbour cannot be used/)
    await report(2, 'Available')
    await turnOf('anna')
    expect((await own('anna'))!.turn!.no).toBe(2)
  })
})

describe('a station that fails', () => {
  test.each(['Faulted', 'Unavailable'])('(%s) passes no driver over', async (status) => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    await report(1, 'Available')
    await reservedFor('anna')
    await report(1, status)
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'waiting', position: 1 })
    await pass(600)
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'waiting', position: 1 })
    await report(1, 'Available')
    await turnOf('anna')
    expect(await own('bert')).toMatchObject({ phase: 'waiting', position: 1 })
  })

  // Proves L267
  test('by going offline takes the turn back after a minute, and offers it again to the same driver', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    await report(1, 'Available')
    await reservedFor('anna')
    await queue.socket.close()
    await expect.poll(isConnected).toBe(false)
    await settle()
    expect(await phase('anna')).toBe('turn')
    await pass(61)
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'waiting', position: 1 })
    await connect()
    await queue.socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await report(1, 'Reserved')
    await turnOf('anna')
    expect(requests('CancelReservation')).toHaveLength(1)
    expect(await phase('bert')).toBe('waiting')
  })
})

describe('a place', () => {
  test('can be left, and moved back by one', async () => {
    for (const name of names) await join(name)
    const back = await queue.server.request(driverQueueBack, {}, queue.users.anna)
    expect(back.own).toMatchObject({ position: 2 })
    expect(await own('bert')).toMatchObject({ position: 1 })
    await leave('bert')
    expect(await own('bert')).toMatchObject({ phase: 'ended', reason: 'left' })
    expect(await own('anna')).toMatchObject({ position: 1 })
    await queue.server.request(driverQueueBack, {}, queue.users.cleo)
    expect(await own('cleo')).toMatchObject({ position: 2 })
    const again = await join('bert')
    expect(again.own).toMatchObject({ phase: 'waiting', position: 3 })
  })

  test('ends when the driver has signed out everywhere, starts elsewhere, or the card is blocked', async () => {
    for (const name of names) await join(name)
    const second = await queue.server.signIn(`anna-${queue.count}`)
    await queue.server.request(signOut, {}, queue.users.anna)
    await settle()
    queue.users.anna = second
    expect(await phase('anna')).toBe('waiting')
    await queue.server.request(signOut, {}, second)
    await queue.server.request(cardAction, { id: queue.cards.bert, action: 'disable' }, queue.admin)
    await begin(1, 'cleo')
    await settle()
    queue.users.anna = await queue.server.signIn(`anna-${queue.count}`)
    expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'signed_out' })
    expect(await own('bert')).toMatchObject({ phase: 'ended', reason: 'card_refused' })
    expect((await noticesOf('bert'))[0]).toMatch(/^You have left the queue at Harbour/)
    expect(await own('cleo')).toMatchObject({ phase: 'ended', reason: 'started' })
  })

  // Proves L266
  test('is shown for an hour and stored for a day after it ended', async () => {
    await join('anna')
    await leave('anna')
    await pass(3601)
    expect(await own('anna')).toBeNull()
    await settle()
    expect(await stored()).toHaveLength(1)
    await pass(86400)
    await settle()
    expect(await stored()).toEqual([])
  })
})

describe('estimates', () => {
  test('follow from the limits of running sessions, and are absent for the others', async () => {
    const limited = {
      id: newId(),
      connector: queue.connectors[0]!,
      card: queue.cards.anna,
      limit: { kind: 'time', value: 1_200 },
    }
    await report(1, 'Available')
    await queue.server.request(driverChargeStart, limited, queue.users.anna)
    await begin(1, 'anna')
    await join('bert')
    await join('cleo')
    expect(await minutes()).toEqual([20, null])
    const place = await queue.server.request(driverPlaceGet, { id: queue.site }, queue.users.cleo)
    expect(place.list.map(({ minutesleft }) => minutesleft)).toEqual([20, null])
    const transactionId = await begin(2, 'bert')
    const soc = (percent: number, secondsAgo: number) => {
      const sampledValue = [{ value: String(percent), measurand: 'SoC', unit: 'Percent' }]
      const timestamp = new Date(Date.now() - secondsAgo * 1_000).toISOString()
      return queue.socket.call('MeterValues', {
        connectorId: 2,
        transactionId,
        meterValue: [{ timestamp, sampledValue }],
      })
    }
    await sql`update transactions set started_at = started_at - interval '20 minutes' where number = ${transactionId}`.execute(
      queue.server.db,
    )
    await soc(60, 600)
    await soc(80, 0)
    expect(await minutes()).toEqual([10, 20])
  })
})

describe('concurrent events', () => {
  test('never offer a connector to two drivers, or one to a driver who starts there without the queue', async () => {
    for (const name of names) await join(name)
    queue.reserveAnswer = 'Rejected'
    await Promise.all([report(1, 'Available'), report(2, 'Available')])
    await Promise.all([settle(), leave('anna'), settle(), settle(), settle()])
    await settle()
    const turns = await queue.server.db
      .selectFrom('queue_places')
      .select(['user_id', 'evse_id'])
      .where('ended_at', 'is', null)
      .where('evse_id', 'is not', null)
      .execute()
    expect(turns.map(({ user_id }) => user_id).toSorted()).toEqual(
      [queue.users.bert.id, queue.users.cleo.id].toSorted(),
    )
    expect(new Set(turns.map(({ evse_id }) => evse_id)).size).toBe(2)
  })

  test('give a connector to the queue or to the driver who starts, not to both', async () => {
    for (let round = 0; round < 5; round++) {
      await queue.server.db.deleteFrom('queue_places').execute()
      await queue.server.db.deleteFrom('driver_charges').execute()
      await report(1, 'Charging')
      await join('anna')
      queue.reserveAnswer = 'Rejected'
      await report(1, 'Available')
      const start = { id: newId(), connector: queue.connectors[0]!, card: queue.cards.bert }
      const [started] = await Promise.all([
        queue.server.call(driverChargeStart, start, queue.users.bert),
        settle(),
      ])
      const isOffered = (await phase('anna')) === 'turn'
      expect([started.status === 200, isOffered]).toContain(true)
      expect([started.status === 200, isOffered]).toContain(false)
    }
  })

  test('two taps on join make one place', async () => {
    await Promise.all([join('anna'), join('anna'), join('anna')])
    expect((await own('anna'))!.waiting).toHaveLength(1)
  })
})

test('a driver who can no longer use any connector of the place leaves the queue, and is notified', async () => {
  for (const name of ['anna', 'bert'] as const) await join(name)
  // private, and open to one of them
  await queue.server.db
    .updateTable('stations')
    .set({ type: 'private', owner_id: queue.users.bert.id })
    .where('identity', '=', queue.link.identity)
    .execute()
  await settle()
  expect(await phase('anna')).toBe('waiting')
  await report(1, 'Available')
  await turnOf('bert')
  expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'not_authorized', turn: null })
  expect(await noticesOf('anna')).toEqual([
    'You have left the queue at Harbour, because you may no longer charge there.',
  ])
  expect((await own('bert'))!.waiting).toEqual([])
})

test('a server that starts again continues: turns, requests to stations and ends', async () => {
  for (const name of names) await join(name)
  // the server ended after it had stored the turn, and before it asked the station
  await report(1, 'Available')
  const evse = queue.connectors[0]!
  const now = queue.server.clock.now()
  await queue.server.db
    .updateTable('queue_places')
    .set({
      evse_id: evse,
      offered_at: now,
      offered_until: new Date(now.getTime() + 300_000),
      run_id: newId(),
      requested_at: now,
    })
    .where('user_id', '=', queue.users.anna.id)
    .execute()
  await settle()
  expect(requests('ReserveNow')).toEqual([])
  await pass(31)
  await reservedFor('anna')
  await settle()
  expect(requests('ReserveNow')).toHaveLength(1)
  // it ended after the driver had passed on, and before it cancelled
  await leave('anna')
  await turnOf('bert')
  expect(requests('CancelReservation')).toHaveLength(1)
})
