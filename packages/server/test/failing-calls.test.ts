import type { Random } from '@stationmaster/simulator'
import { expect, test } from 'vitest'
import { background } from './billing-rounds.ts'
import { newId } from '../src/shared/ids.ts'
import { freshDatabase } from './database.ts'
import { type DatabaseCall, FaultProxy, type Moment } from './fault-proxy.ts'
import { RawStation } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually, TestGateway } from './test-gateway.ts'
import { TestServer } from './test-server.ts'
import { Torture } from './torture.ts'

/** The nth call with this text while a step is in progress. */
interface Point {
  step: string
  call: string
  nth: number
}

/** Stops chosen calls of chosen steps: cuts their connection to the database, or does what is given. */
class Cutter {
  points: Point[] = []
  /** Next call to cut; null after it was cut. */
  pending: (Point & { moment: Moment }) | null = null
  private step = ''
  private readonly counts = new Map<string, number>()

  constructor(proxy: FaultProxy, onStopped = ({ cut }: DatabaseCall) => cut()) {
    proxy.onCall = ({ sql, previous }) =>
      this.pass(/^(prepared )?commit$/.test(sql) ? `commit after: ${previous}` : sql)
    proxy.onStopped = onStopped
  }

  private pass(text: string): Moment | null {
    // a connection discards its plans after a number of statements, in whatever step that is
    if (this.step === '' || background.test(text) || text === 'discard plans') return null
    const call = text.replaceAll(/\s+/g, ' ').trim()
    const nth = (this.counts.get(call) ?? 0) + 1
    this.counts.set(call, nth)
    this.points.push({ step: this.step, call, nth })
    const { pending } = this
    if (pending?.step !== this.step || pending.call !== call || pending.nth !== nth) return null
    this.pending = null
    return pending.moment
  }

  async during<T>(step: string, work: () => Promise<T>): Promise<T> {
    this.step = step
    this.counts.clear()
    try {
      return await work()
    } finally {
      this.step = ''
    }
  }
}

/** Draws a point of those known; together, the rounds cover all of them evenly. */
const draw = (points: readonly Point[], round: number, rounds: number, random: Random) => ({
  ...points[Math.floor(((round + random.next()) * points.length) / rounds)]!,
  moment: random.pick(['before', 'after'] as const),
})

const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 10, 0, second)).toISOString()

/** Messages of a station in order; the transaction is known after its start. */
const life: [action: string, payload: (transactionId: number | undefined) => object][] = [
  ['BootNotification', () => ({ chargePointVendor: 'Acme', chargePointModel: 'One', firmwareVersion: '1' })],
  [
    'StatusNotification',
    () => ({ connectorId: 1, errorCode: 'NoError', status: 'Preparing', timestamp: at(1) }),
  ],
  ['Authorize', () => ({ idTag: 'TAG' })],
  [
    'StartTransaction',
    () => ({ connectorId: 1, idTag: 'TAG', meterStart: 100, timestamp: at(2), reservationId: 7 }),
  ],
  [
    'MeterValues',
    (transactionId) => ({
      connectorId: 1,
      transactionId,
      meterValue: [{ timestamp: at(3), sampledValue: [{ value: '150' }, { value: '5', measurand: 'SoC' }] }],
    }),
  ],
  ['FirmwareStatusNotification', () => ({ status: 'Downloaded' })],
  ['DiagnosticsStatusNotification', () => ({ status: 'Uploaded' })],
  ['SecurityEventNotification', () => ({ type: 'FirmwareUpdated', timestamp: at(4) })],
  ['DataTransfer', () => ({ vendorId: 'Acme', data: 'x' })],
  ['Authorize', () => ({ idTag: 'UNKNOWN' })],
  [
    'StatusNotification',
    () => ({ connectorId: 2, errorCode: 'OtherError', status: 'Faulted', timestamp: at(4) }),
  ],
  ['StopTransaction', (transactionId) => ({ transactionId, meterStop: 600, timestamp: at(5), idTag: 'TAG' })],
  ['StopTransaction', () => ({ transactionId: 2_000_000_000, meterStop: 1, timestamp: at(6) })],
]
const handlers = new Torture('handlers', { rounds: 12 })

// Proves G2, G5, INV-1, INV-2
test('a connection cut at any call of any handler changes no answer and stores everything once', {
  timeout: handlers.timeoutMs,
}, async () => {
  const database = await freshDatabase()
  const proxy = await FaultProxy.open(database.url)
  const cutter = new Cutter(proxy)
  const gateway = await TestGateway.open({ database, databaseUrl: proxy.url, lanes: 1 })
  await gateway.addCard('TAG', { max_transactions: 0 })
  let lives = 0
  async function live() {
    const station = await gateway.addStation()
    await database.db
      .insertInto('reservations')
      .values({
        id: newId(),
        number: 7,
        account_id: gateway.accountId,
        station_id: station.id,
        evse_no: 1,
        id_tag: 'TAG',
        id_tag_folded: 'tag',
        state: 'active',
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute()
    const socket: RawStation = await gateway.connect(station)
    // stored while the station already sends; it must be part of no step
    await eventually(() =>
      database.db
        .selectFrom('ocpp_log')
        .select('id')
        .where('station_id', '=', station.id)
        .where('action', '=', 'Connect')
        .executeTakeFirst(),
    )
    const answers: unknown[] = []
    let transactionId: number | undefined
    for (const [n, [action, payload]] of life.entries()) {
      const [type, , answer] = await cutter.during(`${n} ${action}`, () =>
        socket.callFrame(action, payload(transactionId)),
      )
      const {
        transactionId: given,
        currentTime: _,
        interval: __,
        ...rest
      } = answer as Record<string, unknown>
      if (given !== undefined) transactionId = given as number
      answers.push([type, rest])
    }
    socket.ws.terminate()
    const { rows } = await database.pool.query(
      `select
        (select json_agg(json_build_array(state, energy_wh, meter_start_wh, meter_stop_wh, evse_no)) from transactions where station_id = $1) as transactions,
        (select number from transactions where station_id = $1) = $2 as "number as answered",
        (select json_agg(json_build_array(sampled_at, value) order by sampled_at, value) from meter_values where station_id = $1) as readings,
        (select json_agg(json_build_array(kind, repeats)) from unmatched_messages where station_id = $1) as unmatched,
        (select json_agg(type) from security_events where station_id = $1) as "security events",
        (select json_agg(action order by id) from ocpp_log where station_id = $1 and action not in ('Disconnect', 'Connect')) as log,
        (select json_build_array(firmware_version, boot_count) from stations where id = $1) as station,
        (select json_agg(json_build_array(evse_no, error_code)) from station_faults where station_id = $1) as faults,
        (select json_agg(json_build_array(kind, details) order by id) from activity where station_id = $1 and kind <> 'disconnected') as activity,
        (select json_agg(json_build_array(state, transaction_number = $2)) from reservations where station_id = $1) as reservations,
        (select count from unknown_tags where code = 'UNKNOWN') - $3::int as "unknown tags"`,
      [station.id, transactionId, lives++],
    )
    return { answers, stored: rows[0] as Record<string, unknown> }
  }
  // the first life of all prepares statements and draws numbers
  await live()
  cutter.points = []
  await live()
  const first = new Set(cutter.points.map((point) => JSON.stringify(point)))
  cutter.points = []
  const expected = await live()
  // what the gateway writes from time to time, such as when a station was seen, is not in each life
  const points = cutter.points.filter((point) => first.has(JSON.stringify(point)))
  cutter.points = []
  expect(points.length).toBeGreaterThan(50)
  await handlers.each(async (round, random) => {
    const point = draw(points, round, handlers.rounds, random)
    cutter.pending = point
    const result = await live()
    const about = JSON.stringify(point)
    expect(cutter.pending, about).toBe(null)
    expect(result, about).toEqual(expected)
  })
  handlers.report(`${points.length} calls of ${life.length} messages`)
  await gateway.stop()
  await proxy.close()
  await database.close()
})

const kills = new Torture('kills', { rounds: 2 })

/** Messages whose facts are acknowledged; a station repeats each until it is answered. */
const acknowledged = life.filter(([action]) => /^(Boot|Status|Start|Meter|Stop)/.test(action))

// Proves G2, INV-1, INV-2, INV-3
test('a gateway that is killed at any call of a message has stored what it answered, and a repeated message once', {
  timeout: kills.timeoutMs + kills.rounds * 24_000,
}, async () => {
  buildServer()
  const database = await freshDatabase()
  const proxy = await FaultProxy.open(database.url)
  const gateway = await TestGateway.open({ database })
  await gateway.addCard('TAG', { max_transactions: 0 })
  const server = new ServerProcess({
    ROLE: 'gateway',
    DATABASE_URL: proxy.url,
    DATABASE_POOL: '1',
    SECRET_KEY: 'k'.repeat(32),
    DATA_DIR: database.dataDir,
  })
  await server.start()
  // another connection may make its call before the process has ended
  const cutter = new Cutter(proxy, () => server.killNow())
  async function live() {
    const station = await gateway.addStation()
    const connect = () => RawStation.connect({ url: `ws://127.0.0.1:${server.port}`, ...station })
    let socket = await connect()
    let transactionId: number | undefined
    const answers: unknown[] = []
    for (const [n, [action, payload]] of acknowledged.entries()) {
      const send = () => Promise.race([socket.callFrame(action, payload(transactionId)), lost(socket)])
      const frame = await cutter.during(`${n} ${action}`, async () => {
        const first = await send()
        if (first !== null) return first
        await server.kill()
        await server.start()
        socket = await connect()
        return send()
      })
      const {
        transactionId: given,
        currentTime: _,
        interval: __,
        ...rest
      } = frame![2] as Record<string, unknown>
      transactionId ??= given as number | undefined
      answers.push([frame![0], rest])
    }
    socket.ws.terminate()
    const { rows } = await database.pool.query(
      `select
        (select json_agg(json_build_array(number = $2, state, energy_wh, meter_start_wh, meter_stop_wh, evse_no)) from transactions where station_id = $1) as transactions,
        (select count(*)::int from rating_queue q join transactions t on t.id = q.transaction_id where station_id = $1) as "to be rated",
        (select json_agg(json_build_array(sampled_at, value) order by sampled_at, value) from meter_values where station_id = $1) as readings,
        (select json_agg(kind) from unmatched_messages where station_id = $1) as unmatched,
        (select json_agg(json_build_array(evse_no, error_code)) from station_faults where station_id = $1) as faults,
        (select json_agg(distinct action) from ocpp_log where station_id = $1 and action not in ('Disconnect', 'Connect')) as logged`,
      [station.id, transactionId],
    )
    return { answers, stored: rows[0] as Record<string, unknown> }
  }
  await live()
  cutter.points = []
  await live()
  const first = new Set(cutter.points.map((point) => JSON.stringify(point)))
  cutter.points = []
  const expected = await live()
  expect(expected.stored['to be rated']).toBe(1)
  // what the gateway writes from time to time, such as when a station was seen, is not in each life
  const points = cutter.points.filter((point) => first.has(JSON.stringify(point)))
  cutter.points = []
  expect(points.length).toBeGreaterThan(10)
  const places = points.flatMap((point) =>
    (['before', 'after'] as const).map((moment) => ({ ...point, moment })),
  )
  await kills.each(async (round, random) => {
    for (let draws = 0; draws < 10; draws++) {
      const place = places[Math.floor(((round + random.next()) * places.length) / kills.rounds)]!
      cutter.pending = place
      expect(await live(), JSON.stringify(place)).toEqual(expected)
      const isKilled = cutter.pending === null
      cutter.pending = null
      if (isKilled) return
    }
    throw new Error('no call was made')
  })
  kills.report(`${points.length} calls of ${acknowledged.length} messages, before and after each`)
  await server.stop()
  await proxy.close()
  await gateway.close()
})

/** Resolves to null when a connection is lost. */
const lost = async (socket: RawStation): Promise<null> => {
  await socket.until(() => socket.closed)
  return null
}

const jobRounds = new Torture('jobs', { rounds: 30 })

// Proves G5
test('a job whose connection is cut at any call ends, and the next run does its work', {
  timeout: jobRounds.timeoutMs,
}, async () => {
  const database = await freshDatabase()
  const proxy = await FaultProxy.open(database.url)
  const cutter = new Cutter(proxy)
  const server = await TestServer.open({}, { database: { ...database, url: proxy.url } })
  const { jobs } = server.app
  const names = jobs.jobs.map(({ name }) => name)
  const run = (name: string) => cutter.during(name, () => jobs.work(name))
  // what other parts of the server do at the same time is not in each pass
  const passes: Point[][] = []
  for (let pass = 0; pass < 3; pass++) {
    cutter.points = []
    for (const name of names) await run(name)
    passes.push(cutter.points)
  }
  const last = new Set(passes[2]!.map((point) => JSON.stringify(point)))
  const points = passes[1]!.filter((point) => point.call !== 'select 1' && last.has(JSON.stringify(point)))
  expect(points.length).toBeGreaterThan(names.length)
  await jobRounds.each(async (round, random) => {
    // another part of the server may have made a call in both passes by chance, which is not repeated
    for (let draws = 0; draws < 10; draws++) {
      const point = draw(points, round, jobRounds.rounds, random)
      cutter.pending = point
      await run(point.step).catch(() => {})
      const isCut = cutter.pending === null
      cutter.pending = null
      await run(point.step)
      if (isCut) return
    }
    throw new Error('no call was cut')
  })
  jobRounds.report(`${points.length} calls of ${names.length} jobs`)
  await server.close()
  await proxy.close()
})
