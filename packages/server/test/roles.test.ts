import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { liveTicket, type ServerToConsole, signUp } from '@stationmaster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { busChannel } from '../src/bus/postgres-bus.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

const metricsToken = 'a-token-of-at-least-32-characters'
let fresh: FreshDatabase
let folder: string
let first: ServerProcess
let second: ServerProcess
let startedAt: number
let web: ServerProcess
let jobs: ServerProcess
let otherJobs: ServerProcess
const all = () => [first, second, web, jobs, otherJobs]

beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  folder = await mkdtemp(join(tmpdir(), 'sm-roles-'))
  const open = (ROLE: string) =>
    new ServerProcess({
      ROLE,
      DATABASE_URL: fresh.url,
      SECRET_KEY: 'the same key of at least 32 characters',
      METRICS_TOKEN: metricsToken,
      DATA_DIR: folder,
    })
  ;[first, second, web] = [open('gateway'), open('gateway'), open('web')]
  ;[jobs, otherJobs] = [open('jobs'), open('jobs')]
  // at the same time, as at the first installation
  await Promise.all(all().map((server) => server.start()))
  startedAt = performance.now()
})
afterAll(async () => {
  await Promise.all(all().map((server) => server.stop()))
  await fresh.close()
  await rm(folder, { recursive: true, force: true })
})

interface Known {
  id: string
  identity: string
  key: string
}
/** Adds a station whose identity begins with a word: a second try of a test adds its stations again. */
const add = async (word: string): Promise<Known> => {
  const identity = `${word}-${randomInt(1_000_000)}`
  const { key, station } = await web.call<{ key: string; station: { id: string } }>('/charge_point/set', {
    id: null,
    identity,
  })
  return { id: station.id, identity, key }
}

async function connect({ port }: ServerProcess, station: Known): Promise<RawStation> {
  const socket = await RawStation.connect({ url: `ws://127.0.0.1:${port}`, ...station })
  socket.onCall = () => ({ status: 'Accepted' })
  await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  await socket.call('Heartbeat', {})
  return socket
}

const actions = (socket: RawStation) =>
  socket.frames
    .map((text) => JSON.parse(text) as [number, string, string])
    .filter(([type]) => type === 2)
    .map(([, , action]) => action)

const send = async ({ identity }: Known, action = 'ClearCache') => {
  const { commands } = await web.call<{ commands: { id: string }[] }>('/command/send', {
    identities: [identity],
    action,
    payload: {},
  })
  return commands[0]!.id
}
const command = (id: string) =>
  fresh.db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const row = ({ id }: Known) =>
  fresh.db.selectFrom('stations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isAccepted = (id: string) => eventually(async () => (await command(id)).state === 'accepted')

const get = async ({ port }: ServerProcess, path: string, headers: Record<string, string> = {}) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
  return { status: reply.status, text: await reply.text() }
}

/** Returns the statuses of a gateway, a web server and a process for jobs. */
const statuses = (path: string) =>
  Promise.all([first, web, jobs].map(async (server) => (await get(server, path)).status))

test('every process answers monitoring, and otherwise only what belongs to its role', async () => {
  const authorization = `Bearer ${metricsToken}`
  for (const server of all()) {
    expect(await get(server, '/livez')).toMatchObject({ status: 200 })
    expect(await get(server, '/readyz')).toMatchObject({ status: 200 })
    const { text } = await get(server, '/metrics', { authorization })
    expect(text).toContain('stationmaster_stations_connected 0')
  }
  expect(await statuses('/openapi.json')).toEqual([404, 200, 404])
  expect(await statuses('/page-config.json')).toEqual([404, 200, 404])
  const station = await add('WHERE')
  for (const { port } of [web, jobs])
    expect(await refusedHandshake({ url: `ws://127.0.0.1:${port}`, ...station })).toMatchObject({
      status: 404,
    })
})

/** Opens a live connection of the console that watches these stations. */
async function openConsole(stations: readonly Known[]) {
  const { ticket } = await web.call<{ ticket: string }>(liveTicket.path, {})
  const socket = new WebSocket(`ws://127.0.0.1:${web.port}/api/v1/live?ticket=${ticket}`)
  const messages: ServerToConsole[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ServerToConsole))
  await expect.poll(() => messages.map(({ type }) => type)).toContain('hello')
  socket.send(JSON.stringify({ type: 'watch', stations: stations.map(({ id }) => id) }))
  return { socket, messages }
}

// Proves G11
test('commands reach a station at any gateway, and its reports a console at another process', async () => {
  const stations = [await add('AT-FIRST'), await add('AT-SECOND')]
  const sockets = [await connect(first, stations[0]!), await connect(second, stations[1]!)]
  const { socket, messages } = await openConsole(stations)
  for (const [n, station] of stations.entries()) {
    await isAccepted(await send(station))
    expect(actions(sockets[n]!)).toEqual(['ClearCache'])
    await sockets[n]!.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status: 'Charging' })
    const sampledValue = [{ value: '7200', measurand: 'Power.Active.Import', unit: 'W' }]
    const read = () =>
      sockets[n]!.call('MeterValues', {
        connectorId: 1,
        meterValue: [{ timestamp: new Date().toISOString(), sampledValue }],
      })
    // the console may not be watching yet
    await eventually(async () => {
      await read()
      return messages.some(
        (message) =>
          message.type === 'readings' &&
          message.readings.some(({ station: of, power }) => of === station.id && power === 7200),
      )
    })
    // readings and hints travel by different ways
    await expect
      .poll(() => messages.flatMap((message) => (message.type === 'hints' ? message.hints : [])))
      .toContainEqual(expect.objectContaining({ kind: 'connector.changed', station: station.id }))
  }
  socket.close()
  for (const each of sockets) await each.close()
})

// Proves G12
test('a station at both gateways keeps its newer connection only, which gets its commands', async () => {
  const station = await add('TWICE')
  const older = await connect(first, station)
  const newer = await connect(second, station)
  expect(await older.until(() => older.closed)).toMatchObject({ code: 1008 })
  await isAccepted(await send(station))
  expect([actions(older), actions(newer)]).toEqual([[], ['ClearCache']])
  const again = await connect(first, station)
  expect(await newer.until(() => newer.closed)).toMatchObject({ code: 1008 })
  await isAccepted(await send(station))
  expect(actions(again)).toEqual(['ClearCache'])
  expect(await row(station)).toMatchObject({ is_connected: true })
  await again.close()
})

const mails = () => readdir(join(folder, 'mail')).catch(() => [])

test('a job runs in one of the processes that run jobs', async () => {
  const before = (await mails()).length
  const count = 5
  const origin = `http://127.0.0.1:${web.port}`
  const post = async (path: string, body: unknown, headers = {}) => {
    const reply = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(reply.status).toBe(200)
    return (await reply.json()) as { access_token: string }
  }
  const grant = { grant_type: 'client_credentials', client_id: 'stationmaster-console' }
  const authorization = `Bearer ${(await post('/oauth2/token', grant)).access_token}`
  for (let n = 0; n < count; n++) {
    const username = `user-${n}`
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery' }
    await post(`/api/v1${signUp.path}`, body, { authorization })
  }
  await eventually(async () => (await mails()).length >= before + count)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from mails
    where state = 'sent'`.execute(fresh.db)
  expect(rows).toEqual([{ count }])
  expect(await mails()).toHaveLength(before + count)
})

function resultOf<T>(frames: readonly string[], id: string): { result: T } | undefined {
  const answers = frames.map((text) => JSON.parse(text) as [number, string, T])
  const [, , result] = answers.find(([type, of]) => type === 3 && of === id) ?? []
  return result && { result }
}

/** Charges again and again, and returns to any gateway after each close, as stations do. */
async function chargeUntil(
  { station, ...given }: { station: Known; socket: RawStation },
  isOver: () => boolean,
): Promise<{ starts: number; closes: Set<number> }> {
  const closes = new Set<number>()
  let starts = 0
  let calls = 0
  let at = 0
  let socket: RawStation | null = given.socket
  /** Repeats a call over new connections until it is answered. */
  async function call<T>(action: string, payload: unknown): Promise<T> {
    for (;;) {
      try {
        const { port } = [first, second][at++ % 2]!
        socket ??= await RawStation.connect({ url: `ws://127.0.0.1:${port}`, ...station })
        socket.onCall = () => ({ status: 'Accepted' })
        const open: RawStation = socket
        const id = `call-${++calls}`
        const since = open.frames.length
        open.ws.send(JSON.stringify([2, id, action, payload]))
        const found = await open.until(() => open.closed ?? resultOf<T>(open.frames.slice(since), id))
        if ('result' in found) return found.result
        closes.add(found.code)
      } catch {
        // the gateway is gone or stops: the next one is tried
        await pause(50)
      }
      socket = null
    }
  }
  while (!isOver()) {
    starts++
    const timestamp = new Date().toISOString()
    const { transactionId } = await call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: 'TAG',
      meterStart: starts,
      timestamp,
    })
    await call('StopTransaction', { transactionId, meterStop: starts, timestamp })
    await pause(40)
  }
  await (socket as RawStation | null)?.close()
  return { starts, closes }
}

/** Returns true if stations are connected to this gateway. */
async function hasStations(gateway: ServerProcess): Promise<boolean> {
  const { text } = await get(gateway, '/metrics', { authorization: `Bearer ${metricsToken}` })
  return /stations_connected [1-9]/.test(text)
}

// Proves G3
test('gateways restart one after the other without a lost or repeated transaction', async () => {
  const stations = await Promise.all(Array.from({ length: 6 }, (_, n) => add(`ROLLING-${n}`)))
  let isOver = false
  const connected = await Promise.all(
    stations.map(async (station) => ({ station, socket: await connect(first, station) })),
  )
  const charging = connected.map((one) => chargeUntil(one, () => isOver))
  for (const gateway of [first, second]) {
    await eventually(() => hasStations(gateway))
    expect(await gateway.stop()).toBe(0)
    await gateway.start()
  }
  isOver = true
  const results = await Promise.all(charging)
  expect(results.some(({ closes }) => closes.has(1001))).toBe(true)
  for (const [n, { starts }] of results.entries()) {
    const stored = await fresh.db
      .selectFrom('transactions')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.count<number>('stopped_at').as('stopped')])
      .where('station_id', '=', stations[n]!.id)
      .executeTakeFirst()
    expect(stored).toEqual({ count: starts, stopped: starts })
  }
})

/** Returns the number of processes with connections of stations. */
const processes = async () =>
  (await sql`select from server_processes where name like '%station side%'`.execute(fresh.db)).rows.length

// Proves G11, L283
test('stations of a killed gateway are offline within five seconds, and their commands end', async () => {
  // a process decides about others after the database has answered it for ten seconds
  await eventually(async () => performance.now() - startedAt > 10_000)
  const [silent, other] = [await add('KILLED-WITH'), await add('UNAFFECTED')]
  const before = await connect(first, silent)
  const safe = await connect(second, other)
  before.onCall = null
  const unanswered = await send(silent)
  await before.until(() => actions(before).length === 1)
  const waiting = await send(silent)
  expect(await processes()).toBe(2)
  const listener = await fresh.pool.connect()
  const events: string[] = []
  listener.on('notification', ({ payload }) => events.push(payload ?? ''))
  await listener.query(`listen ${busChannel}`)
  await first.kill()
  const killedAt = performance.now()
  await eventually(async () => !(await row(silent)).is_connected)
  expect(performance.now() - killedAt).toBeLessThan(5_000)
  await eventually(async () => (await command(unanswered)).state !== 'sent')
  expect(await command(unanswered)).toMatchObject({ state: 'unknown', message_code: 'command.interrupted' })
  await eventually(async () => (await command(waiting)).state !== 'queued')
  expect(await command(waiting)).toMatchObject({ state: 'failed', message_code: 'station.offline' })
  expect(await command(await send(silent))).toMatchObject({
    state: 'failed',
    message_code: 'station.offline',
  })
  await eventually(async () => (await processes()) === 1)
  // its last hints may not have been sent
  await eventually(async () => events.join().includes('"bus.gap"'))
  listener.release(true)
  // elsewhere it is online again, and nothing is sent twice
  const after = await connect(second, silent)
  await isAccepted(await send(silent))
  expect(actions(after)).toEqual(['ClearCache'])
  expect(await row(other)).toMatchObject({ is_connected: true })
  await Promise.all([after.close(), safe.close()])
  await first.start()
})
