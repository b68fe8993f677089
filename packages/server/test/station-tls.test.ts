import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { connect as connectPlain } from 'node:net'
import { join } from 'node:path'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { RPCClient } from 'ocpp-rpc'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TlsListener } from '../src/gateway/index.ts'
import { systemClock } from '../src/shared/clock.ts'
import { createLog } from '../src/shared/log.ts'
import { freePort } from './free-port.ts'
import { clientOf, TestPki } from './pki.ts'
import { binaryHeader, textHeader } from './proxy-header.ts'
import { RawStation, refusedHandshake } from './raw-station.ts'
import { eventually, TestGateway, type TestStation } from './test-gateway.ts'

const pki = new TestPki()
const root = pki.authority('Test root')
const ecdsa = pki.issue(root, 'localhost')
const rsa = pki.issue(root, 'localhost', { key: 'rsa' })
/** Files that the tests replace. */
const live = { certificate: join(pki.folder, 'live.pem'), key: join(pki.folder, 'live.key') }

let gateway: TestGateway
let port: number
beforeAll(async () => {
  copyFileSync(ecdsa.certificatePath, live.certificate)
  copyFileSync(ecdsa.keyPath, live.key)
  gateway = await TestGateway.open({
    tls: {
      pairs: [live, { certificate: rsa.certificatePath, key: rsa.keyPath }],
      clientCa: root.certificatePath,
      // only connections from this address go through a load balancer
      proxyProtocol: ['127.0.0.9'],
    },
    tlsLimits: { handshakeMs: 3_000, quietSockets: 20, reloadMs: 60_000 },
  })
  port = await gateway.side.tls!.listen('127.0.0.1')
})
afterAll(async () => {
  await gateway.close()
  pki.close()
})

// Proves H10
test('the state of the port has the certificates of the server and the authorities of client certificates', () => {
  const { certificates, authorities } = gateway.side.tls!.state
  expect(certificates.map(({ subject }) => subject)).toEqual(['CN=localhost', 'CN=localhost'])
  expect(authorities).toMatchObject([{ subject: 'CN=Test root', issuer: 'CN=Test root' }])
  expect(authorities[0]!.validUntil > new Date()).toBe(true)
})

/** Connects as a station of the library ocpp-rpc. */
async function rpcStation(
  { identity, key }: Pick<TestStation, 'identity'> & { key?: string },
  options: ConnectionOptions = {},
) {
  // its types declare all options as required
  const client = new RPCClient({
    endpoint: `wss://127.0.0.1:${port}/ocpp/acc`,
    identity,
    protocols: ['ocpp1.6'],
    reconnect: false,
    ...(key !== undefined && { password: key }),
    wsOpts: { ca: root.certificate, ...options },
  } as ConstructorParameters<typeof RPCClient>[0])
  await client.connect()
  return client
}

// Proves P18, H10
test('a station connects with TLS and its key (security profile 2)', async () => {
  const station = await gateway.addStation()
  const client = await rpcStation(station)
  const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }
  expect(await client.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
  await client.close()
  await expect(rpcStation({ identity: station.identity, key: 'a-wrong-key-12345678' })).rejects.toThrow(
    'Unauthorized',
  )
  await expect(rpcStation({ identity: station.identity })).rejects.toThrow('Unauthorized')
})

const profileOf = (station: TestStation) =>
  gateway.fresh.db
    .selectFrom('stations')
    .select(['security_profile as least', 'connected_profile as newest'])
    .where('id', '=', station.id)
    .executeTakeFirstOrThrow()

// Proves P18, H3
test('a station connects with its client certificate and without a key (security profile 3)', async () => {
  const station = await gateway.addStation()
  const { certificate: cert, key } = pki.issue(root, station.identity)
  const client = await rpcStation({ identity: station.identity }, { cert, key })
  const boot = { chargePointVendor: 'Acme', chargePointModel: 'One' }
  expect(await client.call('BootNotification', boot)).toMatchObject({ status: 'Accepted' })
  await client.close()
  await expect.poll(() => profileOf(station)).toEqual({ least: 3, newest: 3 })
})

// Proves P18, H3
test('a certificate of another station, authority or time is refused', async () => {
  const { identity } = await gateway.addStation()
  const foreign = pki.authority('Test root')
  for (const { certificate: cert, key } of [
    pki.issue(root, 'another-station'),
    pki.issue(foreign, identity),
    pki.issue(root, identity, { fromSeconds: -7200, untilSeconds: -3600 }),
    pki.issue(root, identity, { fromSeconds: 3600, untilSeconds: 7200 }),
  ])
    await expect(rpcStation({ identity }, { cert, key })).rejects.toThrow('Unauthorized')
  const attempts = await eventually(async () => {
    const rows = await gateway.fresh.db
      .selectFrom('connection_attempts')
      .select('reason')
      .where('identity', '=', identity)
      .execute()
    return rows.length >= 3 && rows.map(({ reason }) => reason).toSorted()
  })
  expect(attempts).toEqual(['expired_certificate', 'other_certificate', 'untrusted_certificate'])
})

// Proves P19, H11
test('a station that has used a higher profile is refused with a lower one, which is a security event', async () => {
  const station = await gateway.addStation()
  await (await gateway.connect(station)).close()
  await expect.poll(() => profileOf(station)).toEqual({ least: 1, newest: 1 })
  await (await rpcStation(station)).close()
  await expect.poll(() => profileOf(station)).toEqual({ least: 2, newest: 2 })
  const { status } = await refusedHandshake({ url: gateway.url, ...station })
  expect(status).toBe(403)
  await eventually(async () => {
    const events = await gateway.fresh.db
      .selectFrom('security_events')
      .select('type')
      .where('station_id', '=', station.id)
      .execute()
    return events.length === 1 && events[0]!.type === 'LowerSecurityProfileRefused'
  })
  await (await rpcStation(station)).close()
})

// Proves H10
test.each([
  ['TLS 1.2, ECDSA, 128 bits', '-tls1_2 -cipher ECDHE-ECDSA-AES128-GCM-SHA256'],
  ['TLS 1.2, ECDSA, 256 bits', '-tls1_2 -cipher ECDHE-ECDSA-AES256-GCM-SHA384'],
  ['TLS 1.2, RSA, 128 bits', '-tls1_2 -cipher AES128-GCM-SHA256'],
  ['TLS 1.2, RSA, 256 bits', '-tls1_2 -cipher AES256-GCM-SHA384'],
  ['TLS 1.3, 128 bits', '-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256'],
  ['TLS 1.3, 256 bits', '-tls1_3 -ciphersuites TLS_AES_256_GCM_SHA384'],
])('OpenSSL connects with %s', async (_, options) => {
  const { code, output } = await clientOf(port, ...options.split(' '), '-CAfile', root.certificatePath)
  expect(output).toContain('Verification: OK')
  expect(output).toContain(options.split(' ').at(-1)!)
  expect(code).toBe(0)
})

// Proves H10
test.each([
  ['TLS 1.0', '-tls1 -cipher ALL:@SECLEVEL=0'],
  ['TLS 1.1', '-tls1_1 -cipher ALL:@SECLEVEL=0'],
  ['CBC', '-tls1_2 -cipher ECDHE-ECDSA-AES128-SHA256:AES128-SHA256:AES256-SHA'],
  ['ChaCha20', '-tls1_2 -cipher ECDHE-ECDSA-CHACHA20-POLY1305'],
  ['no encryption', '-tls1_2 -cipher NULL:@SECLEVEL=0'],
  ['other suites of TLS 1.3', '-tls1_3 -ciphersuites TLS_CHACHA20_POLY1305_SHA256'],
])('OpenSSL is refused with %s', async (_, options) => {
  const { code, output } = await clientOf(port, ...options.split(' '))
  expect(output).toMatch(/alert|no protocols|no ciphers/i)
  expect(code).not.toBe(0)
})

const handshake = (options: ConnectionOptions = {}) =>
  new Promise<TLSSocket>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca: root.certificate, ...options }, () =>
      resolve(socket),
    )
    socket.once('error', reject)
  })

const servedSerial = async () => {
  const socket = await handshake({ ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256', maxVersion: 'TLSv1.2' })
  const { serialNumber } = socket.getPeerCertificate()
  socket.destroy()
  return serialNumber
}

// Proves H10
test('a replaced certificate is used without a restart; files that cannot be used leave the former one', async () => {
  const tls = gateway.side.tls!
  const station = await gateway.addStation()
  const client = await rpcStation(station)
  const before = await servedSerial()
  const fresh = pki.issue(root, 'localhost')
  const expired = pki.issue(root, 'localhost', { fromSeconds: -7200, untilSeconds: -3600 })
  const use = async (certificate: string, key: string) => {
    writeFileSync(live.certificate, certificate)
    writeFileSync(live.key, key)
    await tls.reload()
  }
  for (const [certificate, key] of [
    [fresh.certificate, ecdsa.key],
    ['not PEM', fresh.key],
    [expired.certificate, expired.key],
  ] as const) {
    await use(certificate, key)
    expect(tls.state.problem).not.toBeNull()
    expect(await servedSerial()).toBe(before)
  }
  await use(fresh.certificate, fresh.key)
  expect(tls.state.problem).toBeNull()
  expect(await servedSerial()).not.toBe(before)
  // the connection with the former certificate stays open
  expect(await client.call('Heartbeat', {})).toHaveProperty('currentTime')
  await client.close()
})

// Proves H10
test('the expiry of the certificate is in the log 30 days, 7 days and a day before, once each', async () => {
  const { certificatePath: certificate, keyPath: key } = pki.issue(root, 'localhost', {
    untilSeconds: 40 * 86_400,
  })
  let days = 0
  const warnedAfter: number[] = []
  const listener = await TlsListener.open({
    config: { port: 0, pairs: [{ certificate, key }], clientCa: undefined, proxyProtocol: [] },
    clock: { ...systemClock, now: () => new Date(Date.now() + days * 86_400_000) },
    log: { info: () => {}, warn: () => void warnedAfter.push(days), error: () => {} },
    authorities: async () => [],
    upgrade: () => false,
    handshakeProblem: () => null,
  })
  for (; days < 40; days++) {
    await listener.reload()
    await listener.reload()
  }
  await listener.close()
  expect(warnedAfter).toEqual([10, 33, 39])
})

const openListener = (config: object, authorities: () => Promise<string[]> = async () => []) =>
  TlsListener.open({
    config: {
      port: 0,
      pairs: [{ certificate: ecdsa.certificatePath, key: ecdsa.keyPath }],
      clientCa: undefined,
      proxyProtocol: [],
      ...config,
    },
    clock: systemClock,
    log: createLog('silent'),
    authorities,
    upgrade: () => false,
    handshakeProblem: () => null,
  })

test('an error at the start names the file, or what else has failed', async () => {
  const broken = join(pki.folder, 'broken.pem')
  writeFileSync(broken, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
  const expired = pki.issue(root, 'localhost', { fromSeconds: -7200, untilSeconds: -3600 })
  await expect(openListener({ clientCa: broken })).rejects.toThrow(
    `${broken}: certificate 1 is not that of an authority`,
  )
  const pairs = [{ certificate: expired.certificatePath, key: expired.keyPath }]
  await expect(openListener({ pairs })).rejects.toThrow(`${expired.certificatePath} expired at`)
  const lost = new Error('connection to the database lost')
  await expect(openListener({}, () => Promise.reject(lost))).rejects.toBe(lost)
})

/** Connects through a load balancer that forwards TCP, with this header. */
const behindBalancer = (header: string | Buffer, options: ConnectionOptions = {}): TLSSocket => {
  const below = connectPlain({ port, host: '127.0.0.1', localAddress: '127.0.0.9' })
  below.write(header)
  return connect({ socket: below, ca: root.certificate, servername: 'localhost', ...options })
}

/** Returns the entry of a connection in the log. */
const connectedFrom = ({ id }: TestStation): Promise<string | null> =>
  eventually(async () => {
    const found = await gateway.fresh.db
      .selectFrom('ocpp_log')
      .select('request')
      .where('station_id', '=', id)
      .where('action', '=', 'Connect')
      .executeTakeFirst()
    return found?.request
  })

// Proves H10
test('a PROXY header of a load balancer states the address of a station, also in the log and in refusals', async () => {
  const station = await gateway.addStation()
  const { certificate: cert, key } = pki.issue(root, station.identity)
  const connected = await RawStation.connect({
    url: `wss://127.0.0.1:${port}`,
    identity: station.identity,
    createConnection: () => behindBalancer(textHeader('192.0.2.7'), { cert, key }),
  })
  expect(await connected.call('Heartbeat', {})).toHaveProperty('currentTime')
  await connected.close()
  expect(await connectedFrom(station)).toContain('192.0.2.7')
  const header = binaryHeader(`21 21 0024 20010db8000000000000000000000007 ${'00'.repeat(16)} 1267 01bb`)
  const refused = RawStation.connect({
    url: `wss://127.0.0.1:${port}`,
    ...station,
    key: 'a-wrong-key-12345678',
    createConnection: () => behindBalancer(header),
  })
  await expect(refused).rejects.toThrow('401')
  await eventually(async () => {
    const attempts = await gateway.fresh.db
      .selectFrom('connection_attempts')
      .select('address')
      .where('identity', '=', station.identity)
      .execute()
    return attempts.some(({ address }) => address === '2001:db8::7')
  })
})

const haproxy = spawnSync('haproxy', ['-v']).error === undefined
test.runIf(haproxy)('HAProxy with the file of this project states the address of a station', async () => {
  const front = await freePort()
  const file = join(pki.folder, 'haproxy.cfg')
  const text = readFileSync(new URL('../../../deploy/haproxy/stations-tls.cfg', import.meta.url), 'utf8')
    .replace(':8443\n', `127.0.0.1:${front}\n`)
    // no checks, and from the address that is expected to send headers
    .replaceAll(/ {4}(option httpchk|default-server|server gateway-2).*\n/g, '')
    .replace('10.0.0.11:8443', `127.0.0.1:${port} source 127.0.0.9`)
  writeFileSync(file, text)
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  try {
    const station = await gateway.addStation()
    const connected = await eventually(() =>
      RawStation.connect({
        url: `wss://127.0.0.1:${front}`,
        ...station,
        createConnection: () =>
          connect({
            socket: connectPlain({ host: '127.0.0.1', port: front, localAddress: '127.0.0.5' }),
            ca: root.certificate,
            servername: 'localhost',
          }),
      }).catch(() => null),
    )
    await connected.call('Heartbeat', {})
    await connected.close()
    expect(await connectedFrom(station)).toContain('127.0.0.5')
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})

// Proves L358
test('a connection of a load balancer without a PROXY header is closed, as is a header from elsewhere', async () => {
  const without = behindBalancer('')
  const elsewhere = connectPlain(port, '127.0.0.1')
  elsewhere.write(textHeader('192.0.2.7'))
  for (const socket of [without, elsewhere]) socket.on('error', () => {}).resume()
  await Promise.all([isClosed(without), isClosed(elsewhere)])
})

const isClosed = (socket: { closed: boolean }) =>
  expect.poll(() => socket.closed, { interval: 20 }).toBe(true)

// Proves L310
test('a client that does not finish the handshake, or sends no request after it, is disconnected', async () => {
  const silent = connectPlain(port, '127.0.0.1')
  silent.on('error', () => {})
  const idle = await handshake()
  idle.on('error', () => {})
  idle.resume()
  silent.resume()
  await Promise.all([isClosed(silent), isClosed(idle)])
})

// Proves L310
test('the sockets of an address that send nothing are limited, the newest are closed first', async () => {
  const sockets = Array.from({ length: 30 }, () => connectPlain(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => {}).resume()
  await eventually(async () => sockets.some((socket) => socket.closed))
  await eventually(async () => sockets.filter((socket) => socket.closed).length >= 10)
  expect(sockets.filter((socket) => !socket.closed).length).toBe(20)
  for (const socket of sockets) socket.destroy()
})

// Proves L311
test('renegotiation and a chain of certificates that is too large are refused', async () => {
  const failedBefore = gateway.side.tls!.state.failed
  const socket = await handshake({ maxVersion: 'TLSv1.2' })
  const problem = await new Promise<Error | null>((resolve) => {
    socket.once('error', resolve)
    socket.once('close', () => resolve(null))
    socket.renegotiate({}, resolve)
  })
  expect(problem?.message).toContain('renegotiation')
  socket.destroy()
  const long = ecdsa.certificate + root.certificate.repeat(600)
  const refused = await handshake({ cert: long, key: ecdsa.key, maxVersion: 'TLSv1.2' }).catch(
    (error: Error) => error,
  )
  expect(refused).toBeInstanceOf(Error)
  await eventually(async () => gateway.side.tls!.state.failed > failedBefore)
})

/** Sends the head of a request and returns what is received until the close. */
async function answerTo(lines: string): Promise<string> {
  const socket = await handshake()
  let text = ''
  socket.on('data', (part: Buffer) => (text += part.toString()))
  socket.write(`${lines}\r\nHost: x\r\n\r\n`)
  await new Promise((resolve) => socket.once('close', resolve))
  return text
}

test('a plain request is answered with a hint, and another address with 404', async () => {
  expect(await answerTo('GET / HTTP/1.1')).toContain('404')
  expect(await answerTo('GET /x HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket')).toContain('404')
  expect(await answerTo('GET /ocpp/acc/CP HTTP/1.1\r\nSec-WebSocket-Key: x')).toContain('426')
})
