import { connect } from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NatsBus } from '../src/bus/nats-bus.ts'
import { PostgresBus } from '../src/bus/postgres-bus.ts'
import { createLog } from '../src/shared/log.ts'
import { queryable } from '../src/storage/queryable.ts'
import { DatabaseProxy } from './database-proxy.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { hasNats, NatsServer } from './nats-server.ts'
import { TcpProxy } from './tcp-proxy.ts'
import { eventually } from './test-gateway.ts'

const log = createLog('silent')
let fresh: FreshDatabase
beforeAll(async () => void (fresh = await freshDatabase()))
afterAll(() => fresh.close())

const openBus = (url: string) => new PostgresBus(() => new Client({ connectionString: url }), log, queryable)

// Proves G10
test('a connection for events over which nothing arrives any more is replaced, and what was missed is a gap', async () => {
  const proxy = await DatabaseProxy.open(fresh.url)
  const bus = openBus(proxy.url)
  const dropped: string[] = []
  let gaps = 0
  bus.on('station.drop', ({ station }) => dropped.push(station))
  bus.onGap(() => (gaps += 1))
  await bus.open()
  const publish = (station: string) =>
    bus.publish(fresh.pool, [{ kind: 'station.drop', station, why: 'test' }])
  await publish('before')
  await eventually(async () => dropped.includes('before'))
  proxy.leaveHalfOpen()
  await publish('lost')
  await eventually(async () => gaps === 1, 20_000)
  await publish('after')
  await eventually(async () => dropped.includes('after'))
  expect(dropped).toEqual(['before', 'after'])
  await bus.close()
  await proxy.close()
})

// Proves G10
test.runIf(hasNats)(
  'hints go by the database five seconds after nothing arrives from NATS, and by NATS again when it answers',
  async () => {
    const nats = new NatsServer()
    await nats.start()
    const port = Number(new URL(nats.url).port)
    const proxy = await TcpProxy.listen(() => connect(port, '127.0.0.1'))
    const bus = new NatsBus(openBus(fresh.url), {
      url: `nats://127.0.0.1:${proxy.port}`,
      subject: 'test',
      log,
    })
    let gaps = 0
    bus.onGap(() => (gaps += 1))
    await bus.open()
    expect(await bus.ready()).toBe(true)
    expect(bus.canSendHints()).toBe(true)
    proxy.freeze()
    const since = performance.now()
    await eventually(async () => !bus.canSendHints())
    expect(performance.now() - since).toBeLessThan(5_000)
    await eventually(async () => gaps === 1)
    proxy.restore()
    await eventually(async () => bus.canSendHints())
    await eventually(async () => gaps === 2)
    await bus.close()
    await proxy.close()
    await nats.kill()
  },
)
