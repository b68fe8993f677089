import {
  accessRuleSet,
  accountSet,
  type AnswerOf,
  cardAction,
  cardList,
  cardSet,
  clientSet,
  connectorSet,
  driverChargeGet,
  driverChargeStart,
  driverChargeStop,
  driverPlaceGet,
  driverPlaceList,
  maxDriverPlaces,
  siteSet,
  stationSet,
  transactionGet,
  transactionList,
} from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxLimitRequests } from '../src/modules/driver/jobs.ts'
import { maxPrivateStations } from '../src/modules/driver/place-store.ts'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { type TestUser, TestServer } from './test-server.ts'

let server: TestServer
let admin: TestUser
let driver: TestUser
let other: TestUser
let socket: RawStation
let connector: string
let card: string
let othersCard: string
let siteId: string
let privateStation: string
let starts: { idTag: string; connectorId: number }[]
let answer: Record<string, unknown>

const idle = { status: 'Available', errorCode: 'NoError' }

beforeAll(async () => {
  server = await TestServer.open()
  admin = await server.signIn('admin')
  driver = await server.user('dora', { interface: 'driver' })
  other = await server.user('otto', { interface: 'driver' })
  const hours = { twentyfourseven: true }
  const place = { label: 'Harbour', address: 'Quay 1', city: 'Kiel', lat: 54.32, lng: 10.14 }
  siteId = (await server.request(siteSet, { id: null, code: 'H', ...place, openinghours: hours }, admin)).id
  const open = { id: null, identity: 'SECRET-1', typecode: 'public', site: siteId }
  const { station, key } = await server.request(stationSet, open as never, admin)
  socket = await RawStation.connect({
    url: server.url.replace('http', 'ws'),
    identity: 'SECRET-1',
    key: key!,
  })
  socket.onCall = (action, payload) => {
    if (action === 'RemoteStartTransaction') starts.push(payload as (typeof starts)[number])
    return answer
  }
  await socket.call('BootNotification', { chargePointVendor: 'V', chargePointModel: 'M' })
  await socket.call('StatusNotification', { connectorId: 1, ...idle })
  await socket.call('StatusNotification', { connectorId: 2, status: 'Faulted', errorCode: 'GroundFailure' })
  const { station: closed } = await server.request(
    stationSet,
    { id: null, identity: 'PRIVATE-1', typecode: 'private', label: 'Depot' } as never,
    admin,
  )
  privateStation = closed.id
  await server.db.updateTable('stations').set({ state: 'available' }).where('id', '=', closed.id).execute()
  await addConnector(closed.id)
  const rows = await server.db
    .selectFrom('evses')
    .select('id')
    .where('station_id', '=', station.id)
    .where('evse_no', '=', 1)
    .execute()
  connector = rows[0]!.id
  await server.request(connectorSet, { id: connector, chargername: 'CCS', maxpower: 150_000 }, admin)
  card = (await server.request(cardSet, { id: null, code: 'DORA-1', driver: 'dora' }, admin)).id
  othersCard = (await server.request(cardSet, { id: null, code: 'OTTO-1', driver: 'otto' }, admin)).id
})
afterAll(async () => {
  await socket?.close()
  await server.close()
})
beforeEach(async () => {
  starts = []
  answer = { status: 'Accepted' }
  await server.db.deleteFrom('driver_charges').execute()
})

async function addConnector(station_id: string): Promise<void> {
  const account_id = await server.firstAccount()
  const row = { id: newId(), account_id, station_id, evse_no: 1, state: 'available', is_announced: true }
  await server.db.insertInto('evses').values(row).execute()
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const placesOf = async (who: TestUser, body = {}) => (await server.request(driverPlaceList, body, who)).places
const labels = async (who: TestUser) => (await placesOf(who)).map(({ label }) => label)
const start = (id: string, more: object = {}, who = driver) =>
  server.call(driverChargeStart, { id, connector, card, ...more } as never, who)
const phaseOf = async (id: string) => (await server.request(driverChargeGet, { id }, driver)).phase

describe('places', () => {
  test('public places are shown with live states and without the identity of the station', async () => {
    const [place] = await placesOf(driver, { lat: 54.32, lng: 10.15 })
    expect(place).toMatchObject({ id: siteId, label: 'Harbour', connectors: 2, available: 1, open: true })
    expect(place!.distance).toBeGreaterThan(500)
    expect(place!.distance).toBeLessThan(800)
    const shown = await server.request(driverPlaceGet, { id: siteId }, driver)
    expect(shown.list.map(({ no, state }) => [no, state])).toEqual([
      [1, 'available'],
      [2, 'faulted'],
    ])
    expect(JSON.stringify(shown)).not.toContain('SECRET-1')
    expect(Object.keys(shown.list[0]!)).not.toContain('transactionid')
  })

  test('private stations are shown to drivers whom a rule allows, and to no others', async () => {
    expect(await labels(driver)).toEqual(['Harbour'])
    const missing = await server.requestError(driverPlaceGet, { id: privateStation }, driver)
    expect(missing).toMatchObject({ status: 404, code: 'driver.place_not_found' })
    const rule = { id: null, code: 'R1', label: 'Dora', effect: 'allow', card, station: privateStation }
    await server.request(accessRuleSet, rule as never, admin)
    await expect.poll(() => labels(driver)).toEqual(['Harbour', 'Depot'])
    expect(await labels(other)).toEqual(['Harbour'])
    const all = { id: null, code: 'R2', label: 'All', effect: 'allow', station: privateStation }
    await server.request(accessRuleSet, all as never, admin)
    expect(await labels(other)).toEqual(['Harbour'])
  })

  test('stations of other operators are not shown', async () => {
    const accountId = await server.addAccount('rival')
    const stranger = await server.user('rob', { interface: 'driver', accountId })
    expect(await placesOf(stranger)).toEqual([])
    const missing = await server.requestError(driverPlaceGet, { id: siteId }, stranger)
    expect(missing.status).toBe(404)
  })

  test('a driver of a client sees public stations that do not belong to the client', async () => {
    const client = await server.request(clientSet, { id: null, name: 'Fleet' } as never, admin)
    const member = await server.user('mila', { interface: 'driver' })
    await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', member.id).execute()
    expect((await placesOf(member)).map(({ label }) => label)).toEqual(['Harbour'])
  })

  test.each([
    [{ type: 'CCS' }, 1],
    [{ type: 'CHAdeMO' }, 0],
    [{ power: 150_000 }, 1],
    [{ power: 151_000 }, 0],
    [{ available: true }, 1],
    [{ q: 'quay' }, 1],
    [{ q: 'elsewhere' }, 0],
  ])('the filter %o finds %i places', async (body, count) => {
    expect((await placesOf(other, body)).length).toBe(count)
  })

  test('connectors have public ids if the operator has one', async () => {
    const idsOf = async () =>
      (await server.request(driverPlaceGet, { id: siteId }, driver)).list.map(({ evseid }) => evseid)
    expect(await idsOf()).toEqual([null, null])
    await server.request(accountSet, { operatorid: 'DE*ABC' }, admin)
    expect((await idsOf())[0]).toMatch(/^DE\*ABC\*E\d{4,}\*1$/)
    const wrong = await server.requestError(accountSet, { operatorid: 'abc' }, admin)
    expect(wrong).toMatchObject({ status: 400, field: 'operatorid' })
  })
})

describe('starting', () => {
  // Proves L252
  test('two taps and a reload start once', async () => {
    const id = newId()
    const replies = await Promise.all([start(id), start(id), start(newId())])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const [started, ...others] = replies.map(({ body }) => (body as { id: string }).id)
    expect(others).toEqual([started, started])
    await expect.poll(() => phaseOf(started!)).toBe('plug_in')
    expect((await start(id)).body).toMatchObject({ id: started })
    expect(starts).toEqual([{ idTag: 'DORA-1', connectorId: 1 }])
  })

  test('a driver of a client gets the state of the first start when the request is repeated', async () => {
    const client = await server.request(clientSet, { id: null, name: 'Couriers' } as never, admin)
    const member = await server.user('cora', { interface: 'driver' })
    await server.db.updateTable('users').set({ client_id: client.id }).where('id', '=', member.id).execute()
    const own = await server.request(
      cardSet,
      { id: null, code: 'CORA-1', driver: 'cora', client: client.id } as never,
      admin,
    )
    const id = newId()
    expect((await start(id, { card: own.id }, member)).status).toBe(200)
    await expect.poll(() => starts.length).toBe(1)
    await socket.call('StatusNotification', { connectorId: 1, ...idle, status: 'Charging' })
    const repeated = await start(id, { card: own.id }, member)
    expect(repeated).toMatchObject({ status: 200, body: { id } })
    expect(starts).toHaveLength(1)
    // the session names its place, although the station does not belong to the client
    const begin = { connectorId: 1, idTag: 'CORA-1', meterStart: 0, timestamp: new Date().toISOString() }
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', begin)
    const [session] = await server.request(transactionList, {}, member)
    expect(session).toMatchObject({ transactionid: transactionId, stationlabel: 'Harbour', identity: '' })
    expect(await server.request(transactionGet, { id: session!.id }, member)).toMatchObject({
      stationlabel: 'Harbour',
    })
    const end = { transactionId, meterStop: 100, timestamp: new Date().toISOString() }
    await socket.call('StopTransaction', end)
    await socket.call('StatusNotification', { connectorId: 1, ...idle })
  })

  test('the session that follows is the driver’s own, costs and ends by the driver', async () => {
    const id = newId()
    expect((await start(id)).status).toBe(200)
    await expect.poll(() => phaseOf(id)).toBe('plug_in')
    const timestamp = new Date().toISOString()
    const begin = { connectorId: 1, idTag: 'DORA-1', meterStart: 100, timestamp }
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', begin)
    await expect.poll(() => phaseOf(id)).toBe('charging')
    const sessionsOf = (who: TestUser) => server.request(transactionList, {}, who)
    const [session] = await sessionsOf(driver)
    expect(session).toMatchObject({ transactionid: transactionId, statecode: 'running' })
    expect(await sessionsOf(other)).toEqual([])
    const hidden = await server.requestError(driverChargeGet, { id }, other)
    expect(hidden).toMatchObject({ status: 404, code: 'driver.charge_not_found' })
    const notOwn = await server.requestError(driverChargeStop, { session: session!.id }, other)
    expect(notOwn.status).toBe(404)
    const { result } = await server.request(driverChargeStop, { session: session!.id }, driver)
    expect(result).toBe('confirmed')
    const end = { transactionId, meterStop: 5_100, timestamp: new Date().toISOString(), reason: 'Remote' }
    await socket.call('StopTransaction', end)
    await expect.poll(() => phaseOf(id)).toBe('ended')
    const again = await server.requestError(driverChargeStop, { session: session!.id }, driver)
    expect(again.code).toBe('driver.session_ended')
  })

  test('a refusal of the station is shown, and nothing starts', async () => {
    answer = { status: 'Rejected' }
    const id = newId()
    await start(id)
    await expect.poll(() => phaseOf(id)).toBe('refused')
  })

  test('a card that is refused when the station asks is shown', async () => {
    const id = newId()
    await start(id)
    await expect.poll(() => phaseOf(id)).toBe('plug_in')
    await server.request(cardAction, { id: card, action: 'disable' }, admin)
    await socket.call('Authorize', { idTag: 'DORA-1' })
    await expect.poll(() => phaseOf(id)).toBe('card_refused')
    await server.request(cardAction, { id: card, action: 'enable' }, admin)
  })

  test('a blocked card sends nothing', async () => {
    await server.request(cardAction, { id: card, action: 'disable' }, admin)
    const { body } = await start(newId())
    expect(body).toMatchObject({ error: { code: 'driver.card_blocked', field: 'card' } })
    expect(starts).toEqual([])
    await server.request(cardAction, { id: card, action: 'enable' }, admin)
  })

  test('a driver cannot start with the card of another driver, or where they may not charge', async () => {
    const foreign = await start(newId(), { card: othersCard })
    expect(foreign).toMatchObject({ status: 404, body: { error: { code: 'card.not_found' } } })
    const evse = await server.db
      .selectFrom('evses')
      .select('id')
      .where('station_id', '=', privateStation)
      .executeTakeFirstOrThrow()
    const closed = await start(newId(), { connector: evse.id, card: othersCard }, other)
    expect(closed).toMatchObject({ status: 404, body: { error: { code: 'driver.not_authorized' } } })
    expect(starts).toEqual([])
  })

  test.each([
    ['energy', 4_000, true],
    ['energy', 6_000, false],
    ['time', 1, true],
    ['soc', 60, true],
    ['soc', 61, false],
  ] as const)('a session with a limit of %s %i is stopped: %s', async (kind, value, isStopped) => {
    const stops: unknown[] = []
    socket.onCall = (action, payload) => {
      if (action === 'RemoteStopTransaction') stops.push(payload)
      return answer
    }
    const id = newId()
    await start(id, { limit: { kind, value } })
    await expect.poll(() => phaseOf(id)).toBe('plug_in')
    await requestEarlier()
    const timestamp = new Date(Date.now() - 5_000).toISOString()
    const begin = { connectorId: 1, idTag: 'DORA-1', meterStart: 0, timestamp }
    const { transactionId } = await socket.call<{ transactionId: number }>('StartTransaction', begin)
    const sampledValue = [
      { value: '5000', measurand: 'Energy.Active.Import.Register', unit: 'Wh' },
      ...(kind === 'soc' ? [{ value: '60', measurand: 'SoC', unit: 'Percent' }] : []),
    ]
    const meterValue = [{ timestamp: new Date().toISOString(), sampledValue }]
    await socket.call('MeterValues', { connectorId: 1, transactionId, meterValue })
    await server.app.jobs.work('driver.limits')
    await server.app.jobs.work('driver.limits')
    if (isStopped) await expect.poll(() => stops).toEqual([{ transactionId }])
    else expect(stops).toEqual([])
    await socket.call('StopTransaction', {
      transactionId,
      meterStop: 5_000,
      timestamp: new Date().toISOString(),
    })
  })
})

test('a limit of the state of charge is offered where a session reported it, and is at most 100', async () => {
  const { list } = await server.request(driverPlaceGet, { id: siteId }, driver)
  expect(list.map(({ no, reportssoc }) => [no, reportssoc])).toEqual([
    [1, true],
    [2, false],
  ])
  const { body } = await start(newId(), { limit: { kind: 'soc', value: 101 } })
  expect(body).toMatchObject({ error: { code: 'value.maximum', field: 'limit.value' } })
  expect(starts).toEqual([])
})

/** Starts a session with a limit that it has already reached; returns its number. */
async function reachLimit(): Promise<number> {
  const id = newId()
  await start(id, { limit: { kind: 'time', value: 1 } })
  await expect.poll(() => phaseOf(id)).toBe('plug_in')
  await requestEarlier()
  const timestamp = new Date(Date.now() - 5_000).toISOString()
  const begin = { connectorId: 1, idTag: 'DORA-1', meterStart: 0, timestamp }
  return (await socket.call<{ transactionId: number }>('StartTransaction', begin)).transactionId
}

const stopSession = (transactionId: number) =>
  socket.call('StopTransaction', { transactionId, meterStop: 0, timestamp: new Date().toISOString() })

/** Collects the sessions that the station is asked to stop. */
function collectStops(): number[] {
  const stops: number[] = []
  socket.onCall = (action, payload) => {
    if (action === 'RemoteStopTransaction') stops.push((payload as { transactionId: number }).transactionId)
    return answer
  }
  return stops
}

const checkLimits = () => server.app.jobs.work('driver.limits')
const setConnected = (is_connected: boolean) =>
  server.db.updateTable('stations').set({ is_connected }).where('identity', '=', 'SECRET-1').execute()
const requestedEarlier = (minutes: number) =>
  server.db
    .updateTable('driver_charges')
    .set({ limit_requested_at: new Date(server.clock.now().getTime() - minutes * 60_000) })
    .where('limit_requested_at', 'is not', null)
    .execute()
/** Lets the starts be ten seconds ago, before the sessions that tests report. */
const requestEarlier = () =>
  sql`update driver_charges set created_at = created_at - interval '10 seconds'`.execute(server.db)

describe('a station at the limit of a driver', () => {
  test('is asked when it is connected again', async () => {
    const stops = collectStops()
    const number = await reachLimit()
    await setConnected(false)
    await checkLimits()
    await setConnected(true)
    expect(stops).toEqual([])
    await checkLimits()
    await expect.poll(() => stops).toEqual([number])
    await stopSession(number)
  })

  // Proves L253
  test('is asked once a minute if it does not stop, 20 times, also after it was offline for long', async () => {
    const stops = collectStops()
    const number = await reachLimit()
    answer = { status: 'Rejected' }
    await checkLimits()
    await checkLimits()
    await expect.poll(() => stops).toEqual([number])
    await requestedEarlier(1)
    await checkLimits()
    await expect.poll(() => stops).toEqual([number, number])
    await requestedEarlier(60)
    await checkLimits()
    await expect.poll(() => stops).toEqual([number, number, number])
    await sql`update driver_charges set limit_requests = ${maxLimitRequests}`.execute(server.db)
    await requestedEarlier(1)
    await checkLimits()
    await stopSession(number)
    expect(stops).toHaveLength(3)
  })

  // Proves L253
  test('is asked however many sessions have a limit', async () => {
    const stops = collectStops()
    // sixteen minutes apart at two connectors, so that each session has a start of its own
    const times = sql`now() - (n / 2 + 1) * interval '16 minutes'`
    await sql`insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, card_id,
        decision, start_key, started_at, received_start_at, meter_start_wh, state)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 800000 + n, k.account_id, s.id, 1 + n % 2, k.code,
        k.code_folded, k.id, 'Accepted', 'limit ' || n, ${times} + interval '1 minute', ${times} + interval '1 minute', 0, 'running'
      from generate_series(1, 1001) n, cards k, stations s where k.id = ${card} and s.identity = 'SECRET-1'`.execute(
      server.db,
    )
    await sql`insert into driver_charges (user_id, key, account_id, station_id, evse_id, card_id, limit_kind, limit_value,
        created_at)
      select ${driver.id}, gen_random_uuid(), s.account_id, s.id, e.id, ${card}, 'time', case n when 1001 then 1 else 10000000 end,
        ${times}
      from generate_series(1, 1001) n, stations s join evses e on e.station_id = s.id
      where s.identity = 'SECRET-1' and e.evse_no = 1 + n % 2`.execute(server.db)
    await checkLimits()
    await expect.poll(() => stops).toEqual([801_001])
    await sql`update transactions set state = 'finished', stopped_at = now(), received_stop_at = now(), meter_stop_wh = 0,
      energy_wh = 0 where number between 800001 and 801001`.execute(server.db)
  })
})

// Proves L252
test('starts are deleted after 30 days', async () => {
  const { id: evse_id, station_id } = await server.db
    .selectFrom('evses')
    .select(['id', 'station_id'])
    .where('id', '=', connector)
    .executeTakeFirstOrThrow()
  const row = { user_id: driver.id, account_id: driver.accountId, station_id, evse_id }
  const [old, recent] = [newId(), newId()]
  const rows = [
    { ...row, key: old, created_at: daysAgo(31) },
    { ...row, key: recent, created_at: daysAgo(29) },
  ]
  await server.db.insertInto('driver_charges').values(rows).execute()
  await server.app.jobs.work('driver.limits')
  const left = await server.db.selectFrom('driver_charges').select('key').execute()
  expect(left.map(({ key }) => key)).toEqual([recent])
})

// Proves L250, L251
test('many places are cut, and private stations beyond the limit are not shown', async () => {
  const accountId = await server.addAccount('vast')
  const person = await server.user('vera', { interface: 'driver', accountId })
  const operator = await server.user('olga', { accountId })
  const stations = Array.from({ length: maxPrivateStations + 1 }, (_, index) => ({
    id: newId(),
    account_id: accountId,
    identity: `VAST-${index}`,
    label: `Place ${String(index).padStart(4, '0')}`,
    state: 'available' as const,
    type: 'private' as const,
    tags: ['fleet'],
  }))
  const evses = stations.map(({ id: station_id }) => ({
    id: newId(),
    account_id: accountId,
    station_id,
    evse_no: 1,
  }))
  await server.db.insertInto('stations').values(stations).execute()
  await server.db.insertInto('evses').values(evses).execute()
  await server.request(cardSet, { id: null, code: 'VERA-1', driver: 'vera', tags: ['van'] }, operator)
  const rule = { id: null, code: 'V', label: 'Vans', effect: 'allow', cardtag: 'van', stationtag: 'fleet' }
  await server.request(accessRuleSet, rule as never, operator)
  await expect.poll(async () => (await placesOf(person)).length).toBe(maxDriverPlaces)
  expect((await server.request(driverPlaceList, {}, person)).more).toBe(true)
  const last = stations.toSorted((a, b) => a.id.localeCompare(b.id)).at(-1)!
  expect((await server.requestError(driverPlaceGet, { id: last.id }, person)).status).toBe(404)
})

// Proves L251
test('access rules are evaluated for the newest 20 cards of a driver', async () => {
  const accountId = await server.addAccount('cards')
  const person = await server.user('carla', { interface: 'driver', accountId })
  const operator = await server.user('oskar', { accountId })
  const place = {
    id: null,
    identity: 'FLEET-1',
    label: 'Fleet',
    typecode: 'private',
    tags: ['fleet'],
  } as const
  const { station } = await server.request(stationSet, place, operator)
  await server.db.updateTable('stations').set({ state: 'available' }).where('id', '=', station.id).execute()
  await server.db
    .insertInto('evses')
    .values({ id: newId(), account_id: accountId, station_id: station.id, evse_no: 1, state: 'available' })
    .execute()
  const { id: first } = await server.request(
    cardSet,
    { id: null, code: 'CARLA', driver: 'carla', tags: ['van'] },
    operator,
  )
  const rule = { id: null, code: 'V', label: 'Vans', effect: 'allow', cardtag: 'van', stationtag: 'fleet' }
  await server.request(accessRuleSet, rule as never, operator)
  await expect.poll(async () => (await placesOf(person)).length).toBe(1)
  // later than the first
  await sql`insert into cards (id, account_id, code, code_folded, owner_id, created_at)
    select gen_random_uuid(), k.account_id, k.code || n, k.code_folded || n, k.owner_id, k.created_at + interval '1 minute'
    from cards k, generate_series(1, 19) n where k.id = ${first}`.execute(server.db)
  expect(await placesOf(person)).toHaveLength(1)
  await server.request(cardSet, { id: null, code: 'CARLA-20', driver: 'carla' }, operator)
  expect(await placesOf(person)).toHaveLength(0)
})

test('cards are linked to drivers of the account only', async () => {
  const cards: AnswerOf<typeof cardList> = await server.request(cardList, {}, driver)
  expect(cards.map(({ code, driver: name }) => [code, name])).toEqual([['DORA-1', 'dora']])
  const unknown = await server.requestError(cardSet, { id: card, driver: 'admin' }, admin)
  expect(unknown).toMatchObject({ status: 404, code: 'driver.user_not_found' })
})
