import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DatabaseProxy } from './database-proxy.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { RawStation } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually, TestGateway } from './test-gateway.ts'

const RealDate = Date
let shiftMs = 0
/** Sets the wall clock of this process, like a clock that is adjusted. */
function setClocks(ms: number): void {
  shiftMs += ms
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(RealDate.now() + shiftMs)
      else super(...(given as [number]))
    }
    static override now(): number {
      return RealDate.now() + shiftMs
    }
  } as DateConstructor
}
afterEach(() => {
  globalThis.Date = RealDate
  shiftMs = 0
})

const hourMs = 3_600_000

// Proves G20
test('a wall clock that jumps closes no socket, ends no command and makes no negative transaction duration', async () => {
  const testGateway = await TestGateway.open({ gateway: { pingMs: 3_000, callTimeoutMs: 20_000 } })
  await testGateway.addCard('TAG', { max_transactions: 0 })
  const { station, socket } = await testGateway.booted()
  const command = { id: 'c', action: 'ClearCache', payload: {}, shown: {} }
  testGateway.commands.set(station.id, [command])
  testGateway.side.gateway.wake(station.id)
  const [, asked] = await socket.until(() =>
    socket.frames.map((text) => JSON.parse(text) as [number, string]).find(([type]) => type === 2),
  )
  const start = (meterStart: number) =>
    socket.call<{ transactionId: number }>('StartTransaction', {
      connectorId: 1,
      idTag: 'TAG',
      meterStart,
      timestamp: new RealDate().toISOString(),
    })
  const first = await start(100)
  for (const jump of [hourMs, -2 * hourMs, hourMs]) {
    setClocks(jump)
    const sentAt = RealDate.now() + shiftMs
    const { currentTime } = await socket.call<{ currentTime: string }>('Heartbeat', {})
    // the response may have no milliseconds
    expect(RealDate.parse(currentTime)).toBeGreaterThan(sentAt - 1_000)
    expect(RealDate.parse(currentTime)).toBeLessThanOrEqual(RealDate.now() + shiftMs)
    // the check of the sockets has run over all of them
    const pings = await new Promise((resolve) => socket.ws.once('ping', () => resolve(true)))
    expect(pings).toBe(true)
    expect(socket.closed).toBeNull()
    expect(testGateway.outcomes).toEqual([])
    const again = await testGateway.booted()
    await again.socket.close()
  }
  const aheadAt = new RealDate(RealDate.now() + 1_000).toISOString()
  await socket.call('StopTransaction', {
    transactionId: first.transactionId,
    meterStop: 150,
    timestamp: aheadAt,
  })
  socket.ws.send(JSON.stringify([3, asked, { status: 'Accepted' }]))
  await eventually(async () => testGateway.outcomes[0]?.outcome.kind === 'result')
  const [stored] = await testGateway.transactions(station.id)
  expect(stored).toMatchObject({ state: 'finished', energy_wh: 50 })
  expect(stored!.stopped_at!.getTime()).toBeGreaterThanOrEqual(stored!.started_at.getTime())
  const log = await testGateway.fresh.db
    .selectFrom('ocpp_log')
    .select('action')
    .where('station_id', '=', station.id)
    .where('action', 'not in', ['Heartbeat', 'Connect'])
    .orderBy('id')
    .execute()
  expect(log.map(({ action }) => action).filter((action) => action !== 'ClearCache')).toEqual([
    'BootNotification',
    'StartTransaction',
    'StopTransaction',
  ])
  await testGateway.close()
})

// Proves G24
test('nothing stored for half a minute although stations send messages is a stall, which ends with the next commit', async () => {
  const fresh = await freshDatabase()
  const proxy = await DatabaseProxy.open(fresh.url)
  let aheadMs = 0
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() + aheadMs }
  const testGateway = await TestGateway.open({ database: fresh, databaseUrl: proxy.url, clock })
  const { socket } = await testGateway.booted()
  await eventually(async () => testGateway.side.ingest.pulse.stuckMs === 0)
  aheadMs += 31_000
  expect(testGateway.side.stalled(), 'no station sends anything').toEqual([])
  proxy.freeze()
  socket.ws.send('[2,"s","StatusNotification",{"connectorId":1,"errorCode":"NoError","status":"Available"}]')
  await eventually(async () => testGateway.side.ingest.pulse.stuckMs > 0)
  expect(testGateway.side.stalled()).toEqual([])
  aheadMs += 31_000
  expect(testGateway.side.stalled()).toEqual(['messages of stations are not stored'])
  proxy.restore()
  await eventually(async () => testGateway.side.ingest.pulse.stuckMs === 0)
  expect(testGateway.side.stalled()).toEqual([])
  await testGateway.close()
  await proxy.close()
})

let fresh: FreshDatabase
let server: ServerProcess
beforeAll(async () => {
  buildServer()
  fresh = await freshDatabase()
  server = new ServerProcess({
    DATABASE_URL: fresh.url,
    OCPP_PING_SECONDS: '5',
    OCPP_CALL_TIMEOUT_SECONDS: '8',
  })
  await server.start()
})
afterAll(async () => {
  server.resume()
  await server.stop()
  await fresh.close()
})

const sleepMs = 11_000

// Proves G21, G24
test('a server that was suspended counts no station as silent, and its liveness check fails while it is suspended', async () => {
  const sockets: RawStation[] = []
  for (let n = 0; n < 10; n++) {
    const identity = `ASLEEP-${n}`
    const { key } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity })
    const socket = await RawStation.connect({ url: `ws://127.0.0.1:${server.port}`, identity, key })
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })
    await socket.call('Heartbeat', {})
    sockets.push(socket)
  }
  const [first] = sockets
  const { commands } = await server.call<{ commands: { id: string }[] }>('/command/send', {
    identities: ['ASLEEP-0'],
    action: 'ClearCache',
    payload: {},
  })
  const asked = await first!.until(() => first!.frames.find((text) => text.startsWith('[2')))
  const livez = () => fetch(`http://127.0.0.1:${server.port}/livez`, { signal: AbortSignal.timeout(1_000) })
  expect((await livez()).status).toBe(200)

  server.pause()
  const until = performance.now() + sleepMs
  await expect(livez()).rejects.toThrow(/timeout/)
  first!.ws.send(JSON.stringify([3, (JSON.parse(asked) as [number, string])[1], { status: 'Accepted' }]))
  // Longer than two pings and the limit of the command: time while suspended must not count.
  await new Promise((resolve) => setTimeout(resolve, until - performance.now()))
  server.resume()

  await eventually(async () => (await livez().catch(() => null))?.status === 200)
  await Promise.all(sockets.map((socket) => socket.call('Heartbeat', {})))
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.ws.once('ping', resolve))))
  expect(sockets.map(({ closed }) => closed)).toEqual(sockets.map(() => null))
  const rows = await fresh.db
    .selectFrom('stations')
    .select('connection_epoch')
    .where('is_connected', '=', true)
    .execute()
  expect(rows.map(({ connection_epoch }) => Number(connection_epoch))).toEqual(sockets.map(() => 1))
  const command = await fresh.db
    .selectFrom('commands')
    .select('state')
    .where('id', '=', commands[0]!.id)
    .executeTakeFirstOrThrow()
  expect(command.state).toBe('accepted')
  for (const socket of sockets) socket.ws.terminate()
})
