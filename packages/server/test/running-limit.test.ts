import {
  connectorGet,
  connectorList,
  connectorRemove,
  connectorReserve,
  connectorStart,
  driverPlaceGet,
  stationGet,
  stationList,
  stationSet,
} from '@stationmaster/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionJobs } from '../src/modules/transactions/jobs.ts'
import { outboxFor } from '../src/modules/workflow/outbox.ts'
import { systemClock } from '../src/shared/clock.ts'
import { noSubscriptions } from '../src/shared/state-change.ts'
import { newId } from '../src/shared/ids.ts'
import { RawStation } from './raw-station.ts'
import { TestGateway } from './test-gateway.ts'
import { TestServer } from './test-server.ts'

let server: TestGateway
beforeAll(async () => {
  server = await TestGateway.open()
  await server.addCard('TAG', { max_transactions: 0 })
})
afterAll(() => server.close())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const start = (socket: RawStation, connectorId: number, timestamp: string) =>
  socket.call<{ transactionId: number; idTagInfo: { status: string } }>('StartTransaction', {
    connectorId,
    idTag: 'TAG',
    meterStart: 100,
    timestamp,
  })

// Proves R4, L23
test('a start ends the running transaction of its connector, also when its own time is earlier', async () => {
  const { station, socket } = await server.booted()
  const numbers: number[] = []
  for (let n = 0; n < 30; n++) {
    const { transactionId } = await start(socket, 1, minutesAgo(100 + n))
    numbers.push(transactionId)
  }
  const stored = await server.transactions(station.id)
  expect(stored.map(({ number }) => number).sort()).toEqual([...numbers].sort())
  expect(stored.filter(({ state }) => state === 'running').map(({ number }) => number)).toEqual([
    numbers.at(-1),
  ])
  const ended = stored.filter(({ state }) => state === 'needs_review')
  expect(ended).toHaveLength(29)
  for (const { flags, started_at, stopped_at } of ended) {
    expect(flags).toContain('ended-without-stop')
    expect(stopped_at!.getTime()).toBeGreaterThanOrEqual(started_at.getTime())
  }
  // its stop arrives later
  await socket.call('StopTransaction', {
    transactionId: numbers[0],
    meterStop: 300,
    timestamp: minutesAgo(90),
  })
  const first = (await server.transactions(station.id)).find(({ number }) => number === numbers[0])
  expect(first).toMatchObject({ state: 'finished', energy_wh: 200 })
  expect(first!.flags).not.toContain('ended-without-stop')
})

// Proves P9, L22
test('a station has a limited number of connectors, and starts beyond it are stored and answered', async () => {
  const { station, socket } = await server.booted()
  for (let n = 1; n <= 130; n++) {
    const answer = await start(socket, n, minutesAgo(200 - n))
    expect(answer.transactionId).toBeGreaterThan(0)
    expect(answer.idTagInfo.status).toBe('Accepted')
  }
  await socket.call('StatusNotification', { connectorId: 900, errorCode: 'NoError', status: 'Available' })
  const connectors = await server.fresh.db
    .selectFrom('evses')
    .select(['evse_no', 'is_announced'])
    .where('station_id', '=', station.id)
    .execute()
  expect(connectors).toHaveLength(100)
  expect(new Set(connectors.map(({ is_announced }) => is_announced))).toEqual(new Set([false]))
  const stored = await server.transactions(station.id)
  expect(stored).toHaveLength(130)
  const beyond = stored.filter(({ flags }) => flags.includes('too-many-connectors'))
  expect(beyond).toHaveLength(30)
  expect(new Set(beyond.map(({ evse_no }) => evse_no))).toEqual(new Set([null]))
  expect(stored.filter(({ state }) => state === 'running')).toHaveLength(101)
})

// Proves L26
test('deviation names that a station invents are limited', async () => {
  const { station, socket } = await server.booted()
  await server.fresh.pool.query(
    `insert into station_deviations (station_id, rule, count, last_at)
     select $1, 'extra /n' || n, 1, now() from generate_series(1, 499) n`,
    [station.id],
  )
  const count = async () => {
    const { rows } = await server.fresh.pool.query<{ count: number }>(
      'select count(*)::int as count from station_deviations where station_id = $1',
      [station.id],
    )
    return rows[0]!.count
  }
  for (let n = 1; n <= 101; n++) await start(socket, n, minutesAgo(200 - n))
  // the rule of too many connectors takes the last free row, and continues to count
  for (let n = 0; n < 3; n++)
    await socket.call('StatusNotification', { connectorId: 900, errorCode: 'NoError', status: 'Available' })
  expect(await count()).toBe(500)
  const kinds = Array.from({ length: 101 }, (_, n) => ({ value: '1', measurand: `Invented.${n}` }))
  await socket.call('MeterValues', {
    connectorId: 1,
    meterValue: [{ timestamp: minutesAgo(0), sampledValue: kinds }],
  })
  expect(await count()).toBe(500)
  const known = await server.fresh.db
    .selectFrom('station_deviations')
    .select('count')
    .where('station_id', '=', station.id)
    .where('rule', 'like', '%too-many-connectors%')
    .executeTakeFirst()
  expect(known).toEqual({ count: 3 })
})

/**
 * Inserts transactions that an earlier version left running on one connector since yesterday, with samples of
 * today.
 */
const leaveRunning = (db: TestGateway['fresh'] | TestServer['fresh'], stationId: string, count: number) =>
  db.pool.query(`
    insert into evses (id, account_id, station_id, evse_no, transaction_number)
      select gen_random_uuid(), account_id, id, 1, ${count} from stations where id = '${stationId}';
    insert into transactions (id, number, account_id, station_id, evse_no, id_tag, id_tag_folded, decision,
        start_key, started_at, received_start_at, meter_start_wh, meter_last_wh)
      select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, s.account_id, s.id, 1, 'TAG', 'tag',
        'Accepted', 'k' || n, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - n * interval '1 second',
        now(), 0, 10
      from stations s, generate_series(1, ${count}) n where s.id = '${stationId}';
    insert into sample_kinds (measurand, location, unit, context, format, key)
      values ('Energy.Active.Import.Register', 'Outlet', 'Wh', 'Sample.Periodic', 'Raw', 'a kind of this test');
    insert into meter_values (station_id, evse_no, sampled_at, kind_id, value)
      select '${stationId}', 1, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + n * interval '1 second',
        k.id, n from sample_kinds k, generate_series(1, 5000) n where k.key = 'a kind of this test'`)

// Proves L24
test('thousands of running transactions of one connector are ended except the newest', async () => {
  const station = await server.addStation()
  await leaveRunning(server.fresh, station.id, 12_000)
  const socket = await server.connect(station)
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  const { fresh } = server
  const [job] = transactionJobs({
    pool: fresh.pool,
    bus: { publish: async () => {} } as never,
    clock: systemClock,
    outbox: outboxFor(noSubscriptions),
  })
  await job!.work()
  const stored = await server.transactions(station.id)
  expect(stored.filter(({ state }) => state === 'running').map(({ number }) => number)).toEqual([12_000])
  expect(stored.filter(({ flags }) => flags.includes('ended-without-stop'))).toHaveLength(11_999)
  const { transactionId } = await start(socket, 1, minutesAgo(1))
  const running = (await server.transactions(station.id)).filter(({ state }) => state === 'running')
  expect(running.map(({ number }) => number)).toEqual([transactionId])
})

// Proves L25
test('a list of stations responds although one of them has thousands of transactions', async () => {
  const web = await TestServer.open()
  const person = await web.user('lists')
  const id = newId()
  await web.db
    .insertInto('stations')
    .values({ id, account_id: person.accountId, identity: 'many-sessions' })
    .execute()
  await leaveRunning(web.fresh, id, 12_000)
  const stations = await web.request(stationList, {}, person)
  expect(stations.find((station) => station.id === id)?.connectors).toHaveLength(1)
  expect(await web.request(connectorList, { filter: { stationid: id } }, person)).toHaveLength(1)
  await web.close()
})

test('a connector known only from a start is not offered to drivers, and cannot be started or reserved', async () => {
  const web = await TestServer.open()
  const person = await web.user('operator')
  const driver = await web.user('driver', { interface: 'driver' })
  const id = newId()
  await web.db
    .insertInto('stations')
    .values({
      id,
      account_id: person.accountId,
      identity: 'CP-once',
      type: 'public',
      state: 'available',
      is_connected: true,
    })
    .execute()
  const [announced, once] = [newId(), newId()]
  const row = { account_id: person.accountId, station_id: id }
  await web.db
    .insertInto('evses')
    .values([
      { ...row, id: announced, evse_no: 1, state: 'available' },
      { ...row, id: once, evse_no: 999, is_announced: false },
    ])
    .execute()
  const shown = async (viewer: typeof person) => [
    (await web.request(stationList, { filter: { id } }, viewer))[0]!.connectors.map((one) => one.connectorid),
    (await web.request(stationGet, { id }, viewer)).connectors.map((one) => one.connectorid),
  ]
  expect(await shown(person)).toEqual([
    [1, 999],
    [1, 999],
  ])
  expect((await web.request(driverPlaceGet, { id }, driver)).list.map(({ no }) => no)).toEqual([1])
  for (const endpoint of [connectorStart, connectorReserve]) {
    const refused = await web.requestError(endpoint, { id: once, card: 'TAG' }, person)
    expect(refused).toMatchObject({ status: 400, code: 'connector.not_announced', field: 'id' })
  }
  const [reported] = await web.request(connectorList, { filter: { id: announced } }, person)
  expect(reported!.methods).toMatchObject({ start: null, reserve: null })
  await web.close()
})

test('a connector known only from a start is marked, and can be removed while no transaction runs on it', async () => {
  const web = await TestServer.open()
  const person = await web.user('remover')
  const foreign = await web.user('foreign', { accountId: await web.addAccount('other') })
  const { station, key, link } = await web.request(stationSet, { id: null, identity: 'CP-999' }, person)
  const url = web.url.replace('http', 'ws')
  const socket = await RawStation.connect({
    url,
    identity: 'CP-999',
    key: key!,
    path: new URL(link).pathname,
  })
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Available' })
  const { transactionId } = await start(socket, 999, minutesAgo(5))
  const rows = await web.request(connectorList, { filter: { stationid: station.id } }, person)
  expect(rows.map(({ connectorid, announced }) => [connectorid, announced])).toEqual([
    [1, true],
    [999, false],
  ])
  const [first, once] = rows
  expect(await web.requestError(connectorRemove, { id: once!.id }, person)).toMatchObject({ status: 400 })
  await socket.call('StopTransaction', { transactionId, meterStop: 100, timestamp: minutesAgo(1) })
  expect(await web.requestError(connectorRemove, { id: first!.id }, person)).toMatchObject({ status: 400 })
  expect(await web.requestError(connectorRemove, { id: once!.id }, foreign)).toMatchObject({ status: 404 })
  await web.request(connectorRemove, { id: once!.id }, person)
  expect(await web.request(connectorList, { filter: { stationid: station.id } }, person)).toHaveLength(1)
  expect((await web.changesOf(once!.id)).at(-1)).toBe('delete by remover')
  // a start that names it again restores it
  await start(socket, 999, minutesAgo(0))
  const [again] = await web.request(connectorList, { filter: { connectorid: 999 } }, person)
  expect(again).toMatchObject({ announced: false })
  // a StatusNotification announces it, whatever its time
  await socket.call('StatusNotification', {
    connectorId: 999,
    errorCode: 'NoError',
    status: 'Charging',
    timestamp: minutesAgo(60),
  })
  expect(await web.request(connectorGet, { id: again!.id }, person)).toMatchObject({
    announced: true,
    statecode: 'charging',
  })
  socket.ws.terminate()
  await web.close()
})
