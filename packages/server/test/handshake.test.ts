import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashStationKey } from '../src/modules/stations/index.ts'
import { newId } from '../src/shared/ids.ts'
import { net } from './raw-socket.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'
import { WholeServer } from './whole-server.ts'

let testGateway: TestGateway
beforeAll(async () => void (testGateway = await TestGateway.open({ trustProxy: true })))
afterAll(() => testGateway.close())

/** Failures are limited per address: each test uses another one. */
let network = 0
const from = () => ({ 'x-forwarded-for': `10.1.${Math.floor(network / 250)}.${(network++ % 250) + 1}` })
const rejection = (station: Partial<TestStation> & { identity: string }, more: object = {}) =>
  refusedHandshake({ url: testGateway.url, ...station, headers: from(), ...more })
const row = (station: TestStation) =>
  testGateway.fresh.db
    .selectFrom('stations')
    .selectAll()
    .where('id', '=', station.id)
    .executeTakeFirstOrThrow()

// Proves H1
test('a handshake without a key is rejected', async () => {
  const { identity } = await testGateway.addStation()
  const { status, body, headers } = await rejection({ identity })
  expect(status).toBe(401)
  expect(headers['www-authenticate']).toContain('Basic')
  expect(body).not.toContain('undefined')
})

// Proves P16, H4, F30
test('an unknown identity and a wrong key are answered alike', async () => {
  const { identity } = await testGateway.addStation()
  const wrongKey = await rejection({ identity, key: 'wrong' })
  const unknown = await rejection({ identity: 'nobody-here', key: 'wrong' })
  expect(wrongKey.status).toBe(401)
  const { date: _, ...headers } = wrongKey.headers
  const { date: __, ...others } = unknown.headers
  expect({ ...unknown, headers: others }).toEqual({ ...wrongKey, headers })
})

const basic = (user: string, key: string) => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`

// Proves P18, H3
test('the identity in the address, the user and the account must belong together', async () => {
  const one = await testGateway.addStation()
  const other = await testGateway.addStation()
  const otherAccount = newId()
  await testGateway.fresh.db
    .insertInto('accounts')
    .values({ id: otherAccount, code: 'foreign', name: 'F' })
    .execute()
  const user = { ...from(), authorization: basic(other.identity, other.key) }
  expect(
    (await refusedHandshake({ url: testGateway.url, identity: one.identity, headers: user })).status,
  ).toBe(401)
  expect((await rejection(one, { account: 'foreign' })).status).toBe(401)
  expect((await rejection(one, { account: 'nobody' })).status).toBe(401)
  await (await testGateway.connect(one, { account: 'acc' })).close()
  await (await testGateway.connect(one)).close()
})

// Proves P18
test('a key may be any bytes, and may be sent as hexadecimal text', async () => {
  const { id, identity } = await testGateway.addStation()
  const key = randomBytes(20)
  key[3] = 0
  key[4] = 0x3a
  await testGateway.fresh.db
    .insertInto('station_keys')
    .values({ id: newId(), station_id: id, hash: hashStationKey(id, key) })
    .execute()
  await (await testGateway.connect({ id, identity, key: '' }, { key })).close()
  await (await testGateway.connect({ id, identity, key: '' }, { key: key.toString('hex') })).close()
})

// Proves P20
test('the old key is valid until the first login with the new one', async () => {
  const station = await testGateway.addStation()
  const fresh = 'a-new-key-of-20-char'
  await testGateway.fresh.db
    .insertInto('station_keys')
    .values({
      id: newId(),
      station_id: station.id,
      hash: hashStationKey(station.id, fresh),
      created_at: new Date(Date.now() + 1_000),
    })
    .execute()
  await (await testGateway.connect(station)).close()
  await (await testGateway.connect(station)).close()
  await (await testGateway.connect(station, { key: fresh })).close()
  await eventually(async () => {
    const keys = await testGateway.fresh.db
      .selectFrom('station_keys')
      .selectAll()
      .where('station_id', '=', station.id)
      .execute()
    return keys.filter(({ retired_at }) => retired_at === null).length === 1
  })
  expect((await rejection(station)).status).toBe(401)
})

// Proves H1
test('a station without key authentication connects without a key until its time is over', async () => {
  const { id, identity } = await testGateway.addStation()
  const open = (until: Date) =>
    testGateway.fresh.db
      .updateTable('stations')
      .set({ auth_mode: 'open', open_until: until })
      .where('id', '=', id)
      .execute()
  await open(new Date(Date.now() + 60_000))
  await (await RawStation.connect({ url: testGateway.url, identity })).close()
  await open(new Date(Date.now() - 1_000))
  expect((await rejection({ identity })).status).toBe(401)
})

// Proves H1
test('a station that is connected without a key is disconnected when its time is over', async () => {
  const { id, identity } = await testGateway.addStation()
  await testGateway.fresh.db
    .updateTable('stations')
    .set({ auth_mode: 'open', open_until: new Date(Date.now() + 5_000) })
    .where('id', '=', id)
    .execute()
  const socket = await RawStation.connect({ url: testGateway.url, identity })
  expect(await socket.until(() => socket.closed)).toMatchObject({
    code: 1008,
    reason: 'the time without a key is over',
  })
  expect((await rejection({ identity })).status).toBe(401)
})

test('a disabled station is rejected as disabled, a deleted one is unknown', async () => {
  const station = await testGateway.addStation()
  const set = (state: 'disabled' | 'deleted') =>
    testGateway.fresh.db.updateTable('stations').set({ state }).where('id', '=', station.id).execute()
  await set('disabled')
  expect(await rejection(station)).toMatchObject({
    status: 403,
    body: 'This station is disabled.\n',
  })
  await set('deleted')
  expect((await rejection(station)).status).toBe(401)
})

// Proves H5
test('guesses are limited while a correct key is accepted, from the same address too', async () => {
  const station = await testGateway.addStation()
  const guesser = { 'x-forwarded-for': '10.9.9.9' }
  for (let n = 0; n < 10; n++)
    expect((await rejection({ ...station, key: `guess ${n}` }, { headers: guesser })).status).toBe(401)
  const blocked = await rejection({ ...station, key: 'guess 11' }, { headers: guesser })
  expect(blocked.status).toBe(429)
  expect(Number(blocked.headers['retry-after'])).toBeGreaterThan(0)
  await (await testGateway.connect(station, { headers: guesser })).close()
  await (await testGateway.connect(station, { headers: from() })).close()
})

// Proves P16, G46, F30
test('without a common subprotocol the handshake finishes without the header and the socket is closed', async () => {
  const station = await testGateway.addStation()
  for (const protocols of [undefined, 'ocpp2.0.1, ocpp2.1']) {
    const answer = await net(
      testGateway.url,
      station,
      protocols === undefined ? {} : { 'Sec-WebSocket-Protocol': protocols },
    )
    expect(answer.status).toBe(101)
    expect(answer.headers['sec-websocket-protocol']).toBeUndefined()
    expect(answer.closeCode).toBe(1002)
  }
  const [entry] = await eventually(async () => {
    const rows = await testGateway.fresh.db
      .selectFrom('ocpp_log')
      .selectAll()
      .where('station_id', '=', station.id)
      .execute()
    return rows.length > 0 && rows
  })
  expect(entry).toMatchObject({ action: 'Connect', error_code: 'ConnectionRefused' })
  expect(entry!.response).toContain('no common subprotocol')
})

// Proves Q5
test('a station that may omit the subprotocol is accepted without it', async () => {
  const station = await testGateway.addStation({ subprotocol_optional: true })
  const socket = await testGateway.connect(station, { protocols: [] })
  await socket.call('Heartbeat', {})
  await socket.close()
})

// Proves P16, H9, Q47
test('the best common subprotocol is taken, in any case', async () => {
  const station = await testGateway.addStation()
  const socket = await testGateway.connect(station, { protocols: ['ocpp2.0.1', 'ocpp1.6'] })
  expect(socket.ws.protocol).toBe('ocpp1.6')
  await socket.close()
  expect(
    (await rejection(station, { protocols: Array.from({ length: 11 }, (_, n) => `p${n}`) })).status,
  ).toBe(400)
})

// Proves P17, Q44
test.each([
  ['percent-encoded once', (id: string) => `/ocpp/acc/${encodeURIComponent(id)}`, null],
  ['a slash at the end', (id: string) => `/ocpp/acc/${encodeURIComponent(id)}/`, 'address trailing-slash'],
  [
    'the identity twice',
    (id: string) => `/ocpp/acc/${encodeURIComponent(id)}/${encodeURIComponent(id)}`,
    'address identity-twice',
  ],
])('an address with %s is understood', async (_, path, deviation) => {
  const station = await testGateway.addStation({ identity: `CP 50% ä ${newId().slice(-8)}` })
  const socket = await testGateway.connect(station, { path: path(station.identity) })
  await socket.call('Heartbeat', {})
  await socket.close()
  if (!deviation) return
  const noted = await eventually(() =>
    testGateway.fresh.db
      .selectFrom('station_deviations')
      .selectAll()
      .where('station_id', '=', station.id)
      .executeTakeFirst(),
  )
  expect(noted.rule).toBe(deviation)
  expect(noted.sample).toContain('arrived as /ocpp/acc/')
})

// Proves G46
test.each([
  ['/ocpp/', 'names no station'],
  ['/ocpp/acc/%2e%2f', 'no slash and no control'],
  ['/ocpp/acc/a%00b', 'no slash and no control'],
  ['/ocpp/acc/%zz', 'not percent-encoded'],
  [`/ocpp/acc/${'x'.repeat(49)}`, 'at most 48'],
  ['/ocpp/acc/else/CP', 'more parts than an account and an identity'],
])('the address %s is refused with its reason', async (path, reason) => {
  const { status, body } = await rejection({ identity: 'x', key: 'y' }, { path })
  expect(status).toBe(404)
  expect(body).toContain(reason)
  expect(body).toContain('arrived as')
})

// Proves Q6
test('a handshake without its Connection header is answered with the reason, which the owner sees too', async () => {
  const { id, identity, key } = await testGateway.addStation()
  const answer = await fetch(
    `${testGateway.url.replace('ws', 'http')}/ocpp/acc/${encodeURIComponent(identity)}`,
    {
      headers: {
        ...from(),
        authorization: basic(identity, key),
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    },
  )
  expect(answer.status).toBe(426)
  expect(await answer.text()).toContain('header "Upgrade: websocket" is missing')
  const entry = await eventually(() =>
    testGateway.fresh.db.selectFrom('ocpp_log').selectAll().where('station_id', '=', id).executeTakeFirst(),
  )
  expect(entry).toMatchObject({ action: 'Connect', error_code: 'ConnectionRefused' })
  expect((await fetch(`${testGateway.url.replace('ws', 'http')}/ocpp/command`)).status).toBe(404)
})

// Proves H9, L36
test('a handshake with too many headers is refused', async () => {
  const station = await testGateway.addStation()
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x-h-${n}`, '1']))
  expect((await rejection(station, { headers: { ...many, ...from() } })).status).toBe(431)
  expect((await rejection(station, { headers: { ...from(), 'x-long': 'y'.repeat(9_000) } })).status).toBe(431)
})

const timed = async (of: number[], who: string) => {
  const before = performance.now()
  expect((await rejection({ identity: who, key: 'wrong' })).status).toBe(401)
  of.push(performance.now() - before)
}

// Proves P16, H4
test('an unknown identity takes as long as a wrong key', async () => {
  const { identity } = await testGateway.addStation()
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < 60; n++) {
    await timed(times.known, identity)
    await timed(times.unknown, 'nobody-here')
  }
  // the fastest of each: other load only lengthens an attempt
  const ratio = Math.min(...times.known) / Math.min(...times.unknown)
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('B: permessage-deflate is off by default', async () => {
  const station = await testGateway.addStation()
  const { WebSocket } = await import('ws')
  const dial = async (url: string) => {
    const socket = new WebSocket(`${url}/ocpp/${station.identity}`, ['ocpp1.6'], {
      headers: { ...from(), authorization: basic(station.identity, station.key) },
      perMessageDeflate: true,
    })
    await new Promise((resolve) => socket.once('open', resolve))
    const { extensions } = socket
    const answer = new Promise<string>((resolve) =>
      socket.once('message', (data: Buffer) => resolve(data.toString())),
    )
    socket.send(
      JSON.stringify([
        2,
        '1',
        'BootNotification',
        { chargePointVendor: 'V', chargePointModel: 'M'.repeat(400) },
      ]),
    )
    expect(await answer).toContain('Accepted')
    socket.close()
    return extensions
  }
  expect(await dial(testGateway.url)).toBe('')
  const compressed = await TestGateway.open({ database: testGateway.fresh, gateway: { deflate: true } })
  expect(await dial(compressed.url)).toContain('permessage-deflate')
  await compressed.stop()
})

// Proves H9
test('a client that sends no request, or sends it byte by byte, is cut off after five seconds', async () => {
  const server = await WholeServer.open()
  const dial = () => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.resume()
    return socket
  }
  const [silent, slow] = [dial(), dial()]
  const drip = setInterval(() => slow.write('G'), 500)
  const before = Date.now()
  await Promise.all([once(silent, 'close'), once(slow, 'close')])
  clearInterval(drip)
  // half of what a request may take in all
  expect(Date.now() - before).toBeLessThan(30_000)
  await server.close()
})

// Proves INV-11
test('online and offline are reported with their time, and which process has the connection', async () => {
  const station = await testGateway.addStation()
  const before = new Date()
  const socket = await testGateway.connect(station)
  await socket.call('Heartbeat', {})
  const online = await row(station)
  expect(online).toMatchObject({ is_connected: true, protocol: 'ocpp1.6', remote_address: '127.0.0.1' })
  expect(online.connection_changed_at!.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000)
  await socket.close()
  const offline = await eventually(async () => {
    const now = await row(station)
    return !now.is_connected && now
  })
  expect(offline.connection_changed_at! > online.connection_changed_at!).toBe(true)
  const hints = () =>
    testGateway.hints.filter(({ hint }) => hint.kind === 'station.changed' && hint.station === station.id)
  await expect.poll(() => hints().length).toBeGreaterThan(1)
})
