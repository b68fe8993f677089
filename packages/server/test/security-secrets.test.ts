import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  apiLogList,
  auditList,
  chargePointList,
  commandList,
  commandSend,
  type Endpoint,
  eventLogList,
  liveTicket,
  ocppLogList,
  unmatchedList,
  search,
  serviceEndpoints,
  setupAdministrator,
  stationConfiguration,
  stationDeviations,
  stationKey,
  stationList,
  stationSet,
  tokenExchangeGrant,
  transferList,
} from '@stationmaster/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { Canaries } from './canaries.ts'
import { fastestFolder } from './cluster.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { npmStart, type Started } from './npm-start.ts'
import { RawHttp } from './raw-http.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { eventually } from './test-gateway.ts'
import { addressOf } from './test-server.ts'

/**
 * INV-12, A15: secrets are planted wherever one can be entered into a server, by users, programs, stations
 * and the environment; its outputs are then searched for all of them.
 */
const canaries = new Canaries()
const identity = 'CANARY-CP'
let dataDir: string
let fresh: FreshDatabase
let server: Started
let url: string
let token: string
let stationId: string
let key: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(await fastestFolder(), 'sm-canary-'))
  fresh = await freshDatabase()
  server = npmStart(dataDir, { variables: await environment() })
  url = await server.address()
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended()
  await fresh.close()
  await rm(dataDir, { recursive: true, force: true })
})

const role = `canary_${process.pid}`

async function environment(): Promise<Record<string, string>> {
  const password = canaries.plant('password of DATABASE_URL')
  await fresh.pool.query(`create role ${role} login superuser password '${password}'`)
  const address = new URL(fresh.url)
  address.username = role
  address.password = password
  return {
    DATABASE_URL: address.href,
    SECRET_KEY: canaries.plant('SECRET_KEY', 32),
    LOG_LEVEL: 'trace',
    OCPP_CALL_TIMEOUT_SECONDS: '2',
    TRUST_PROXY: 'on',
  }
}

let callers = 0
/** Sends a request; the response is recorded, unless the endpoint is meant to return a secret. */
async function post(
  path: string,
  body: unknown,
  options: { bearer?: string; isHandOver?: boolean; type?: string } = {},
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: {
      'content-type': options.type ?? 'application/json',
      'x-forwarded-for': `10.1.${callers++ >> 8}.${callers & 255}`,
      ...(options.bearer === undefined ? {} : { authorization: `Bearer ${options.bearer}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  if (!options.isHandOver) canaries.record(`answer of ${path}`, text)
  return { status: response.status, text, body: safe(text) }
}
const safe = (text: string): Record<string, string> => {
  try {
    return JSON.parse(text) as Record<string, string>
  } catch {
    return {}
  }
}
const call = (row: Endpoint, body: unknown, isHandOver = false) =>
  post(addressOf(row), body, { bearer: token, isHandOver })

// Proves INV-12
test('of users and programs, in valid and in invalid requests', async () => {
  const code = canaries.add('the one-time code', /enter this code: (\S+)/.exec(server.output())![1]!)
  const password = canaries.plant('password of the administrator')
  const wrong = canaries.plant('a wrong password')
  const first = { code, username: 'admin', email: 'a@example.org', password }
  await post(addressOf(setupAdministrator), { ...first, code: canaries.plant('a wrong code').slice(0, 40) })
  await post(addressOf(setupAdministrator), { ...first, email: 'none' })
  const made = await post(addressOf(setupAdministrator), first, { isHandOver: true })
  expect(made.status).toBe(200)
  await post(addressOf(setupAdministrator), first)

  const grant = { grant_type: 'password', username: 'admin' }
  const signed = await post('/oauth2/token', { ...grant, password }, { isHandOver: true })
  token = canaries.add('an access token', signed.body['access_token']!)
  const refresh = canaries.add('a refresh token', signed.body['refresh_token']!)
  const attempts: [body: unknown, type?: string][] = [
    [{ ...grant, password: wrong }],
    [{ ...grant, username: 'nobody', password: wrong }],
    [{ ...grant, password: wrong, extra: password }],
    [{ ...grant, password: { is: wrong } }],
    [{ grant_type: wrong, password }],
    [`{"grant_type":"password","password":"${wrong}",`],
    [`grant_type=password&username=admin&password=${wrong}`, 'application/x-www-form-urlencoded'],
    [`{"password":"${wrong}"}`, 'text/plain'],
    [{ grant_type: 'refresh_token', refresh_token: wrong }],
    [{ grant_type: tokenExchangeGrant, client_id: 'x', subject_token: wrong }],
    [{ ...grant, client_id: wrong, password }],
  ]
  for (const [body, type] of attempts)
    expect((await post('/oauth2/token', body, { type })).status).toBeGreaterThanOrEqual(400)

  const renewed = await post(
    '/oauth2/token',
    { grant_type: 'refresh_token', refresh_token: refresh },
    { isHandOver: true },
  )
  token = canaries.add('another access token', renewed.body['access_token']!)
  canaries.add('another refresh token', renewed.body['refresh_token']!)
  for (const bearer of [wrong, `${token}x`, `${token.slice(0, -3)}AAA`])
    await post('/api/v1/whoami', {}, { bearer })
  await post(`/api/v1/whoami?access_token=${token}`, {}, { bearer: token })
  await post(`/api/v1/nowhere?token=${wrong}`, { password: wrong }, { bearer: token })
})

test('of live connections', async () => {
  const dial = async (ticket: string, path = '/api/v1/live') => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}?ticket=${ticket}`)
    socket.on('error', () => {})
    socket.on('message', (data) => canaries.record('the live connection', String(data)))
    const answer = await Promise.race([
      once(socket, 'message'),
      once(socket, 'unexpected-response').then(([, response]) =>
        canaries.record('a refused live connection', (response as { headers: object }).headers),
      ),
    ])
    socket.close()
    return answer
  }
  const { body } = await call(liveTicket, {}, true)
  const ticket = canaries.add('a ticket', body['ticket']!)
  for (const one of [ticket, ticket, canaries.plant('a wrong ticket'), token]) await dial(one)
  await dial(ticket, '/api/v1/elsewhere')
})

// Proves INV-12
test('of connecting stations', async () => {
  const made = (await call(stationSet, { id: null, identity }, true)).body as unknown as {
    station: { id: string }
    key: string
  }
  stationId = made.station.id
  key = canaries.add('a key of a station', made.key)
  const target = { url: url.replace('http', 'ws'), identity }
  const wrong = canaries.plant('a wrong key of a station')
  const inQuery = canaries.plant('a key in the query of an address')
  const refused = [
    { ...target, key: wrong },
    { ...target, identity: 'NOBODY', key: wrong },
    { ...target },
    { ...target, headers: { authorization: `Bearer ${wrong}` } },
    { ...target, headers: { authorization: `Basic ${wrong}` } },
    { ...target, path: `/ocpp/${wrong}/${identity}/${wrong}`, key },
    { ...target, path: `/ocpp/${identity}?key=${inQuery}`, key: wrong },
  ]
  for (const options of refused) {
    const { status, headers } = await refusedHandshake(options)
    expect([401, 404]).toContain(status)
    canaries.record('a refused handshake', headers)
  }
  // accepted by the HTTP server and rejected after it: the owner sees why, and how it arrived
  const path = `/ocpp/${identity}/${identity}/?key=${inQuery}`
  const withoutSubprotocol = await RawStation.connect({ ...target, key, path, protocols: ['ocpp9.9'] }).catch(
    () => null,
  )
  await withoutSubprotocol?.until(() => withoutSubprotocol.closed)
  const basic = Buffer.from(`${identity}:${key}`).toString('base64')
  canaries.add('the credentials of a station', basic)
  const head = `Host: x\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nAuthorization: Basic ${basic}\r\n`
  const plain = `GET /ocpp/${identity}?key=${inQuery} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`
  canaries.record('the response to a plain request', await RawHttp.exchange(url, plain))
  const arrived = await RawStation.connect({ ...target, key, path })
  await arrived.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
  await arrived.close()
})

describe('of commands', () => {
  const inUrl = canaries.plant('a password in an address')
  const signature = canaries.plant('a signature in an address')
  const address = `ftp://user:${inUrl}@files.example/x?sig=${signature}`
  const date = '2030-01-01T00:00:00.000Z'
  const newKey = canaries.plant('a new key by ChangeConfiguration')
  const wifi = canaries.plant('another secret by ChangeConfiguration')
  const reportedKey = canaries.plant('a key that the station reports')
  const orders: [action: string, payload: Record<string, unknown>][] = [
    ['GetDiagnostics', { location: address }],
    // the server makes the address
    ['GetDiagnostics', {}],
    ['UpdateFirmware', { location: address, retrieveDate: date }],
    ['GetLog', { log: { remoteLocation: address }, logType: 'DiagnosticsLog', requestId: 1 }],
    ['ChangeConfiguration', { key: 'AuthorizationKey', value: newKey }],
    ['ChangeConfiguration', { key: 'WifiPassword', value: wifi }],
    ['GetConfiguration', {}],
  ]
  const list = [
    { key: 'AuthorizationKey', readonly: false, value: reportedKey },
    { key: 'X', readonly: true, value: '1' },
  ]
  const configuration = { configurationKey: list, unknownKey: ['WifiPassword'] }

  /** Ways in which a station can respond; each repeats what it received, or sends a secret of its own. */
  const responses: Record<
    string,
    (station: RawStation, id: string, action: string, payload: object) => void
  > = {
    'with an acceptance': (station, id, action) => {
      const status = action === 'GetConfiguration' ? configuration : { status: 'Accepted', fileName: 'x' }
      station.ws.send(JSON.stringify([3, id, status]))
    },
    'with a rejection': (station, id) => station.ws.send(JSON.stringify([3, id, { status: 'Rejected' }])),
    'with the payload it received': (station, id, _action, payload) =>
      station.ws.send(JSON.stringify([3, id, { status: 'Accepted', ...payload, ...configuration }])),
    'with an error that repeats it': (station, id, _action, payload) =>
      station.ws.send(
        JSON.stringify([4, id, 'GenericError', `bad: ${Object.values(payload).join()}`, { was: payload }]),
      ),
    'with invalid JSON': (station, id, _action, payload) =>
      station.ws.send(`[3,"${id}",${JSON.stringify({ ...payload, ...configuration }).slice(0, -1)},}]`),
    'to an unknown message id': (station, _id, _action, payload) =>
      station.ws.send(JSON.stringify([3, 'unknown-id', { ...configuration, ...payload }])),
  }

  const sendAll = async () => {
    for (const [action, payload] of orders)
      await call(commandSend, { identities: [identity], action, payload, waitms: 5_000 })
  }

  // Proves INV-12
  test.each(Object.keys(responses))(
    'answered %s',
    async (kind) => {
      const station = await RawStation.connect({ url: url.replace('http', 'ws'), identity, key })
      station.onCall = (action, payload, id) => {
        const secret = /station-upload\/([\w-]+)/.exec(JSON.stringify(payload))?.[1]
        if (secret) canaries.add('the secret of an upload address', secret)
        responses[kind]!(station, id, action, payload as object)
      }
      await station.call('Heartbeat', {})
      await sendAll()
      await station.close()
    },
    60_000,
  )

  test('that cannot be sent, or are refused before', async () => {
    await eventually(async () => {
      const { rows } = await fresh.pool.query<{ is: boolean }>('select is_connected as is from stations')
      return rows.every((row) => !row.is)
    })
    await sendAll()
    for (const payload of [
      { key: 'AuthorizationKey', value: newKey.slice(0, 9) },
      { key: 'AuthorizationKey', value: [newKey] },
      { location: [address] },
      { value: newKey },
    ])
      for (const action of ['ChangeConfiguration', 'GetDiagnostics', 'Nonsense'])
        await call(commandSend, { identities: [identity], action, payload, waitms: 100 })
    await post(
      `/api/v1/ChargePoint/${identity}/ChangeConfiguration`,
      { key: 'AuthorizationKey', value: newKey, more: newKey },
      { bearer: token },
    )
    const renewed = await call(stationKey, { id: stationId }, true)
    canaries.add('a renewed key', renewed.body['key']!)
  })
})

// Proves INV-12, A15, O13
test('appear in no output', async () => {
  const lists: [Endpoint, Record<string, unknown>][] = [
    [ocppLogList, { reclimit: 5000 }],
    [commandList, { reclimit: 5000 }],
    [transferList, {}],
    [unmatchedList, {}],
    [stationList, {}],
    [stationDeviations, { id: stationId }],
    [stationConfiguration, { id: stationId }],
    [chargePointList, {}],
    [search, { text: 'Canary' }],
    [apiLogList, { reclimit: 5000 }],
    [eventLogList, { reclimit: 5000 }],
    [auditList, { reclimit: 5000 }],
  ]
  for (const [row, body] of lists) {
    expect((await call(row, body)).text.length, row.path).toBeGreaterThan(1)
    if (row.csv) await post(`${addressOf(row)}?format=csv`, body, { bearer: token })
  }
  for (const row of Object.values(serviceEndpoints)) {
    const response = await fetch(url + addressOf(row).replace(':id', 'x'))
    canaries.record(`answer of ${addressOf(row)}`, await response.text())
  }
  // the log has messages of both directions, and commands that ended in each way
  const { rows } = await fresh.pool.query<{ states: string[]; actions: string[] }>(
    'select (select array_agg(distinct state) from commands) as states, (select array_agg(distinct action) from ocpp_log) as actions',
  )
  expect(rows[0]!.states).toEqual(expect.arrayContaining(['accepted', 'rejected', 'failed', 'timeout']))
  expect(rows[0]!.actions).toEqual(
    expect.arrayContaining(['Connect', 'ChangeConfiguration', 'GetDiagnostics']),
  )
  await canaries.recordDatabase(fresh.pool)
  const output = server.output()
  // the code is printed once, for the user at the terminal
  canaries.record('the output of the process', output.replace(/enter this code: \S+/, ''))
  expect(output.length).toBeGreaterThan(100)
  expect(canaries.places.length).toBeGreaterThan(30)
  expect(canaries.found).toEqual([])
})

// Proves INV-12
test('appear in no output of a server that fails to start', async () => {
  const password = canaries.plant('the password of a database that is not there')
  const variables = { DATABASE_URL: `postgres://someone:${password}@127.0.0.1:1/x`, LOG_LEVEL: 'trace' }
  const failing = npmStart(dataDir, {
    variables: { ...variables, ADMIN_PASSWORD: canaries.plant('ADMIN_PASSWORD') },
  })
  expect(await failing.ended()).not.toBe(0)
  canaries.record('the output of a server that cannot start', failing.output())
  const short = npmStart(dataDir, {
    variables: { ...variables, SECRET_KEY: canaries.plant('a short key', 4) },
  })
  expect(await short.ended()).not.toBe(0)
  canaries.record('the output of a server with an invalid configuration', short.output())
  expect(canaries.found).toEqual([])
})
