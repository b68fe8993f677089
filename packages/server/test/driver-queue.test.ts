import {
  accountSet,
  type AnswerOf,
  cardAction,
  cardSet,
  driverChargeStart,
  driverPlaceGet,
  driverQueueBack,
  driverQueueGet,
  driverQueueJoin,
  driverQueueLeave,
  maxQueueLength,
  noticeList,
  signOut,
  siteSet,
  stationSet,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

const names = ['anna', 'bert', 'cleo'] as const
type Name = (typeof names)[number]
type QueuePlace = NonNullable<AnswerOf<typeof driverQueueGet>['own']>

let server: TestServer
let admin: TestUser
let users: Record<Name, TestUser>
const cards = {} as Record<Name, string>
let site: string
let connectors: string[]
let socket: RawStation
let link: { identity: string; key: string }
/** Answer to ReserveNow; a station that accepts reports the state, as OCPP 1.6 requires. */
let reserveAnswer: 'Accepted' | 'Rejected' | null
let calls: { action: string; payload: Record<string, unknown> }[]
/** Reservations of the station: connector by number. */
let reserved: Map<number, number>
/** Connectors that report no other state after a cancellation. */
let failed: Set<number>
let count = 0

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  await server.request(accountSet, { queueminutes: 5 }, admin)
  const place = { code: 'H', label: 'Harbour', lat: 54.32, lng: 10.14 }
  site = (await server.request(siteSet, { id: null, ...place }, admin)).id
})
afterAll(() => server.close())

beforeEach(async () => {
  const identity = `Q-${++count}`
  const body = { id: null, identity, typecode: 'public', site }
  const { station, key } = await server.request(stationSet, body as never, admin)
  link = { identity, key: key! }
  reserveAnswer = 'Accepted'
  calls = []
  reserved = new Map()
  failed = new Set()
  await connect()
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await report(1, 'Charging')
  await report(2, 'Charging')
  connectors = (
    await server.db
      .selectFrom('evses')
      .select('id')
      .where('station_id', '=', station.id)
      .where('evse_no', '>', 0)
      .orderBy('evse_no')
      .execute()
  ).map(({ id }) => id)
  users = {} as typeof users
  for (const name of names) {
    users[name] = await server.user(`${name}-${count}`, { interface: 'driver' })
    const card = { id: null, code: `${name}-${count}`, driver: `${name}-${count}` }
    cards[name] = (await server.request(cardSet, card as never, admin)).id
  }
})
afterEach(async () => {
  await socket.close()
  await server.db.deleteFrom('queue_places').execute()
  await server.db.updateTable('stations').set({ site_id: null }).where('site_id', '=', site).execute()
})

async function connect(): Promise<void> {
  socket = await RawStation.connect({ url: server.url.replace('http', 'ws'), ...link })
  socket.onCall = (action, payload) => {
    const request = payload as Record<string, unknown>
    calls.push({ action, payload: request })
    if (action === 'ReserveNow') return reserve(request)
    if (action === 'CancelReservation') return cancel(Number(request['reservationId']))
    return { status: 'Accepted' }
  }
}

function reserve({ connectorId, reservationId }: Record<string, unknown>) {
  if (reserveAnswer === null) return undefined
  if (reserveAnswer === 'Accepted') {
    reserved.set(Number(reservationId), Number(connectorId))
    void report(Number(connectorId), 'Reserved')
  }
  return { status: reserveAnswer }
}

function cancel(number: number) {
  const connector = reserved.get(number)
  reserved.delete(number)
  if (connector !== undefined && !failed.has(connector)) void report(connector, 'Available')
  return { status: connector === undefined ? 'Rejected' : 'Accepted' }
}

function report(connectorId: number, status: string) {
  if (status === 'Faulted' || status === 'Unavailable') failed.add(connectorId)
  else failed.delete(connectorId)
  const errorCode = status === 'Faulted' ? 'GroundFailure' : 'NoError'
  return socket.call('StatusNotification', { connectorId, status, errorCode })
}
/** Lets time pass for what is stored; the clock of the server also ends tokens, and stations use that of the computer. */
async function pass(seconds: number): Promise<void> {
  const by = sql`${seconds}::int * interval '1 second'`
  await sql`update queue_places set joined_at = joined_at - ${by}, offered_at = offered_at - ${by},
    offered_until = offered_until - ${by}, requested_at = requested_at - ${by}, ended_at = ended_at - ${by}`.execute(
    server.db,
  )
  await sql`update reservations set expires_at = expires_at - ${by}`.execute(server.db)
  await sql`update stations set connection_changed_at = connection_changed_at - ${by}`.execute(server.db)
}
const stateOf = async (no: number) =>
  (
    await server.db
      .selectFrom('evses')
      .select('state')
      .where('id', '=', connectors[no - 1]!)
      .executeTakeFirst()
  )?.state
const settle = () => server.app.jobs.work('driver.queue')
const own = async (name: Name): Promise<QueuePlace | null> =>
  (await server.request(driverQueueGet, {}, users[name])).own
const phase = async (name: Name) => (await own(name))?.phase
const join = (name: Name) => server.request(driverQueueJoin, { id: site }, users[name])
const leave = (name: Name) => server.request(driverQueueLeave, {}, users[name])
const requests = (action: string) =>
  calls.filter((one) => one.action === action).map(({ payload }) => payload)
const noticesOf = async (name: Name) =>
  (await server.request(noticeList, {}, users[name])).map(({ text }) => text)
/** Begins a session at a connector as the station reports it. */
async function begin(no: number, name: Name): Promise<number> {
  const start = {
    connectorId: no,
    idTag: `${name}-${count}`,
    meterStart: 0,
    timestamp: new Date().toISOString(),
  }
  const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', start)
  await report(no, 'Charging')
  return transactionId
}
/** Waits until the turn of a driver is reserved at the station. */
async function reservedFor(name: Name): Promise<QueuePlace> {
  await settle()
  await expect.poll(async () => (await own(name))?.turn?.reservation).toBe('reserved')
  const no = (await own(name))!.turn!.no
  await expect.poll(() => stateOf(no)).toBe('reserved')
  return (await own(name))!
}
/** Settles until the turn of a driver has come: states of the station arrive in between. */
const turnOf = (name: Name) =>
  expect
    .poll(async () => {
      await settle()
      return phase(name)
    })
    .toBe('turn')

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
    const place = await server.request(driverPlaceGet, { id: site }, users.bert)
    expect(place.queue).toEqual({ waiting: 3, open: false, own: true })
  })

  test('is refused where a connector is free, or none works', async () => {
    await report(1, 'Available')
    const free = await server.requestError(driverQueueJoin, { id: site }, users.anna)
    expect(free.code).toBe('driver.queue_not_needed')
    await report(1, 'Faulted')
    await report(2, 'Unavailable')
    const broken = await server.requestError(driverQueueJoin, { id: site }, users.anna)
    expect(broken.code).toBe('driver.queue_out_of_order')
    const place = await server.request(driverPlaceGet, { id: site }, users.anna)
    expect(place.queue).toEqual({ waiting: 0, open: false, own: false })
  })

  test('is refused with a blocked card, with the card of another driver, and while waiting elsewhere', async () => {
    await server.request(cardAction, { id: cards.anna, action: 'disable' }, admin)
    const blocked = await server.requestError(driverQueueJoin, { id: site }, users.anna)
    expect(blocked.code).toBe('driver.queue_no_card')
    const foreign = await server.requestError(driverQueueJoin, { id: site, card: cards.anna }, users.bert)
    expect(foreign.code).toBe('card.not_found')
    await join('cleo')
    const body = { id: null, identity: `ELSE-${count}`, typecode: 'public' }
    const { station } = await server.request(stationSet, body as never, admin)
    await server.db
      .insertInto('evses')
      .values({
        id: newId(),
        account_id: admin.accountId,
        station_id: station.id,
        evse_no: 1,
        state: 'charging',
        is_announced: true,
      })
      .execute()
    await server.db
      .updateTable('stations')
      .set({ is_connected: true, state: 'available' })
      .where('id', '=', station.id)
      .execute()
    const second = await server.requestError(driverQueueJoin, { id: station.id }, users.cleo)
    expect(second).toMatchObject({ code: 'driver.queue_elsewhere', params: { place: 'Harbour' } })
    await server.db
      .updateTable('stations')
      .set({ is_connected: false })
      .where('id', '=', station.id)
      .execute()
  })

  test('of a driver of another operator is refused', async () => {
    const accountId = await server.addAccount(`rival-${count}`)
    const stranger = await server.user(`rob-${count}`, { interface: 'driver', accountId })
    const refused = await server.requestError(driverQueueJoin, { id: site }, stranger)
    expect(refused).toMatchObject({ status: 404, code: 'driver.place_not_found' })
  })

  // Proves L265
  test('is refused beyond the length of the queue', async () => {
    await sql`insert into users (id, account_id, username, password_hash, interface_code)
      select gen_random_uuid(), ${admin.accountId}, 'long-' || ${count}::int || '-' || n, 'x', 'driver'
      from generate_series(1, ${maxQueueLength}::int) n`.execute(server.db)
    await sql`insert into queue_places (id, user_id, account_id, place_id, card_id, joined_at)
      select gen_random_uuid(), u.id, u.account_id, ${site}, ${cards.anna}, now() from users u
      where u.username like 'long-' || ${count}::int || '-%'`.execute(server.db)
    const refused = await server.requestError(driverQueueJoin, { id: site }, users.anna)
    expect(refused).toMatchObject({ code: 'limit.reached', params: { limit: maxQueueLength } })
  })
})

describe('a turn', () => {
  test('is offered to the first driver, reserved at the station with the card, and announced', async () => {
    for (const name of names) await join(name)
    await report(2, 'Available')
    const shown = await reservedFor('anna')
    expect(shown).toMatchObject({ phase: 'turn', position: null, turn: { no: 2, card: cards.anna } })
    const seconds = (Date.parse(shown.turn!.until) - Date.parse(shown.turn!.from)) / 1_000
    expect(seconds).toBe(300)
    expect(requests('ReserveNow')).toEqual([
      {
        connectorId: 2,
        idTag: `anna-${count}`,
        expiryDate: shown.turn!.until,
        reservationId: [...reserved.keys()][0],
      },
    ])
    expect((await noticesOf('anna'))[0]).toMatch(/^Your turn at Harbour: connector 2 is yours until \d/)
    expect(await own('bert')).toMatchObject({ phase: 'waiting', position: 1 })
    expect(await noticesOf('bert')).toEqual([])
  })

  test('is used by the start, and the next driver moves up', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    await report(1, 'Available')
    const { turn } = await reservedFor('anna')
    const refused = await server.requestError(
      driverChargeStart,
      { id: newId(), connector: turn!.connector, card: cards.bert },
      users.bert,
    )
    expect(refused.code).toBe('driver.connector_offered')
    await server.request(
      driverChargeStart,
      { id: newId(), connector: turn!.connector, card: cards.anna },
      users.anna,
    )
    await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
    await begin(1, 'anna')
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'ended', reason: 'started' })
    expect(await own('bert')).toMatchObject({ phase: 'waiting', position: 1 })
    expect(requests('CancelReservation')).toEqual([])
  })

  test('with another card cancels the reservation before the start', async () => {
    const second = { id: null, code: `anna-${count}-2`, driver: `anna-${count}` }
    const { id: card } = await server.request(cardSet, second as never, admin)
    await server.request(driverQueueJoin, { id: site, card: cards.anna }, users.anna)
    await report(1, 'Available')
    const { turn } = await reservedFor('anna')
    await server.request(driverChargeStart, { id: newId(), connector: turn!.connector, card }, users.anna)
    await expect.poll(() => requests('RemoteStartTransaction')).toHaveLength(1)
    const order = calls.map(({ action }) => action).filter((action) => action !== 'ReserveNow')
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
    await pass(299)
    await settle()
    expect(await phase('bert')).toBe('turn')
    await pass(2)
    await turnOf('cleo')
    expect(await own('bert')).toMatchObject({ phase: 'ended', reason: 'missed' })
    expect((await noticesOf('bert'))[0]).toMatch(/^Your turn at Harbour has passed/)
    expect(requests('CancelReservation')).toHaveLength(2)
  })

  test('ends with the cable plugged in, and the connector is not offered to another driver', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    reserveAnswer = 'Rejected'
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
      reserveAnswer = answer
      await join('anna')
      await report(1, 'Available')
      await turnOf('anna')
      await expect
        .poll(async () => (await own('anna'))?.turn?.reservation)
        .toBe(answer === null ? 'asking' : 'none')
      const place = await server.request(driverPlaceGet, { id: site }, users.bert)
      expect(place.list.map(({ state }) => state)).toEqual(['reserved', 'charging'])
      const mine = await server.request(driverPlaceGet, { id: site }, users.anna)
      expect(mine.list.map(({ state }) => state)).toEqual(['available', 'charging'])
      const start = { id: newId(), connector: connectors[0]!, card: cards.bert }
      const refused = await server.requestError(driverChargeStart, start, users.bert)
      expect(refused.code).toBe('driver.connector_offered')
    },
  )

  test('is not reserved at a station that has reported no support for it', async () => {
    await sql`insert into station_configuration (station_id, key, value)
      select id, 'SupportedFeatureProfiles', 'Core,RemoteTrigger' from stations where identity = ${link.identity}`.execute(
      server.db,
    )
    await join('anna')
    await report(1, 'Available')
    await turnOf('anna')
    expect((await own('anna'))!.turn!.reservation).toBe('none')
    expect(requests('ReserveNow')).toEqual([])
  })

  test('comes back if another card starts there, and the driver is first again', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    reserveAnswer = 'Rejected'
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

  test('by going offline takes the turn back after a minute, and offers it again to the same driver', async () => {
    for (const name of ['anna', 'bert'] as const) await join(name)
    await report(1, 'Available')
    await reservedFor('anna')
    await socket.close()
    const isConnected = async () =>
      (
        await server.db
          .selectFrom('stations')
          .select('is_connected')
          .where('identity', '=', link.identity)
          .executeTakeFirst()
      )?.is_connected
    await expect.poll(isConnected).toBe(false)
    await settle()
    expect(await phase('anna')).toBe('turn')
    await pass(61)
    await settle()
    expect(await own('anna')).toMatchObject({ phase: 'waiting', position: 1 })
    await connect()
    await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
    await report(1, 'Reserved')
    await turnOf('anna')
    expect(requests('CancelReservation')).toHaveLength(1)
    expect(await phase('bert')).toBe('waiting')
  })
})

describe('a place', () => {
  test('can be left, and moved back by one', async () => {
    for (const name of names) await join(name)
    const back = await server.request(driverQueueBack, {}, users.anna)
    expect(back.own).toMatchObject({ position: 2 })
    expect(await own('bert')).toMatchObject({ position: 1 })
    await leave('bert')
    expect(await own('bert')).toMatchObject({ phase: 'ended', reason: 'left' })
    expect(await own('anna')).toMatchObject({ position: 1 })
    await server.request(driverQueueBack, {}, users.cleo)
    expect(await own('cleo')).toMatchObject({ position: 2 })
    const again = await join('bert')
    expect(again.own).toMatchObject({ phase: 'waiting', position: 3 })
  })

  test('ends when the driver has signed out everywhere, starts elsewhere, or the card is blocked', async () => {
    for (const name of names) await join(name)
    const second = await server.signIn(`anna-${count}`)
    await server.request(signOut, {}, users.anna)
    await settle()
    users.anna = second
    expect(await phase('anna')).toBe('waiting')
    await server.request(signOut, {}, second)
    await server.request(cardAction, { id: cards.bert, action: 'disable' }, admin)
    await begin(1, 'cleo')
    await settle()
    users.anna = await server.signIn(`anna-${count}`)
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
    const stored = () => server.db.selectFrom('queue_places').select('id').execute()
    await settle()
    expect(await stored()).toHaveLength(1)
    await pass(86400)
    await settle()
    expect(await stored()).toEqual([])
  })
})

describe('estimates', () => {
  test('follow from the limits of running sessions, and are absent for the others', async () => {
    const minutes = async () => (await own('cleo'))!.waiting.map((one) => one.minutes)
    const limited = {
      id: newId(),
      connector: connectors[0]!,
      card: cards.anna,
      limit: { kind: 'time', value: 1_200 },
    }
    await report(1, 'Available')
    await server.request(driverChargeStart, limited, users.anna)
    await begin(1, 'anna')
    await join('bert')
    await join('cleo')
    expect(await minutes()).toEqual([20, null])
    const place = await server.request(driverPlaceGet, { id: site }, users.cleo)
    expect(place.list.map(({ minutesleft }) => minutesleft)).toEqual([20, null])
    const transactionId = await begin(2, 'bert')
    const soc = (percent: number, secondsAgo: number) => {
      const sampledValue = [{ value: String(percent), measurand: 'SoC', unit: 'Percent' }]
      const timestamp = new Date(Date.now() - secondsAgo * 1_000).toISOString()
      return socket.call('MeterValues', {
        connectorId: 2,
        transactionId,
        meterValue: [{ timestamp, sampledValue }],
      })
    }
    await sql`update transactions set started_at = started_at - interval '20 minutes' where number = ${transactionId}`.execute(
      server.db,
    )
    await soc(60, 600)
    await soc(80, 0)
    expect(await minutes()).toEqual([10, 20])
  })
})

describe('concurrent events', () => {
  test('never offer a connector to two drivers, or one to a driver who starts there without the queue', async () => {
    for (const name of names) await join(name)
    reserveAnswer = 'Rejected'
    await Promise.all([report(1, 'Available'), report(2, 'Available')])
    await Promise.all([settle(), leave('anna'), settle(), settle(), settle()])
    await settle()
    const turns = await server.db
      .selectFrom('queue_places')
      .select(['user_id', 'evse_id'])
      .where('ended_at', 'is', null)
      .where('evse_id', 'is not', null)
      .execute()
    expect(turns.map(({ user_id }) => user_id).toSorted()).toEqual([users.bert.id, users.cleo.id].toSorted())
    expect(new Set(turns.map(({ evse_id }) => evse_id)).size).toBe(2)
  })

  test('give a connector to the queue or to the driver who starts, not to both', async () => {
    for (let round = 0; round < 5; round++) {
      await server.db.deleteFrom('queue_places').execute()
      await server.db.deleteFrom('driver_charges').execute()
      await report(1, 'Charging')
      await join('anna')
      reserveAnswer = 'Rejected'
      await report(1, 'Available')
      const start = { id: newId(), connector: connectors[0]!, card: cards.bert }
      const [started] = await Promise.all([server.call(driverChargeStart, start, users.bert), settle()])
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

test('a server that starts again continues: turns, requests to stations and ends', async () => {
  for (const name of names) await join(name)
  // the server ended after it had stored the turn, and before it asked the station
  await report(1, 'Available')
  const evse = connectors[0]!
  const now = server.clock.now()
  await server.db
    .updateTable('queue_places')
    .set({
      evse_id: evse,
      offered_at: now,
      offered_until: new Date(now.getTime() + 300_000),
      run_id: newId(),
      requested_at: now,
    })
    .where('user_id', '=', users.anna.id)
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
