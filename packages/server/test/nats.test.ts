import { once } from 'node:events'
import { endpoints, liveTicket, type ServerToConsole } from '@stationmaster/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { busChannel, packEvents, PostgresBus } from '../src/bus/postgres-bus.ts'
import { maxUnconfirmed, NatsBus } from '../src/bus/nats-bus.ts'
import { createLog } from '../src/shared/log.ts'
import { queryable } from '../src/storage/queryable.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { hasNats, NatsServer } from './nats-server.ts'
import { RawStation } from './raw-station.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { eventually } from './test-gateway.ts'

const isHint = ({ kind }: { kind: string }) => kind === 'connector.changed'

// not installed: Debian's package is nats-server
describe.runIf(hasNats)('with NATS', () => {
  const nats = new NatsServer()
  let fresh: FreshDatabase
  let gateway: ServerProcess
  let web: ServerProcess
  /** Events that PostgreSQL delivers. */
  const notified: string[] = []
  let listener: Client

  beforeAll(async () => {
    buildServer()
    fresh = await freshDatabase()
    await nats.start()
    const shared = {
      DATABASE_URL: fresh.url,
      NATS_URL: nats.url,
      SECRET_KEY: 'the same key of at least 32 characters',
      DATA_DIR: fresh.dataDir,
    }
    gateway = new ServerProcess({ ...shared, ROLE: 'gateway' })
    web = new ServerProcess({ ...shared, ROLE: 'web' })
    await Promise.all([gateway.start(), web.start()])
    listener = new Client({ connectionString: fresh.url })
    await listener.connect()
    await listener.query(`listen ${busChannel}`)
    listener.on('notification', ({ payload }) => {
      for (const { kind, hint } of JSON.parse(payload!) as { kind: string; hint?: { kind: string } }[])
        notified.push(hint?.kind ?? kind)
    })
  })
  afterAll(async () => {
    await Promise.all([gateway.stop(), web.stop(), nats.kill()])
    await listener.end()
    await fresh.close()
  })

  // Proves G10
  test('hints reach consoles by NATS, and commands and hints also while it is down', async () => {
    const station = await web.call<{ key: string; station: { id: string } }>(endpoints['stationSet']!.path, {
      id: null,
      identity: 'CP',
    })
    const messages: ServerToConsole[] = []
    /** Opens the live connection of a console, as it does again after each close. */
    async function openConsole(): Promise<WebSocket> {
      const { ticket } = await web.call<{ ticket: string }>(liveTicket.path, {})
      const opened = new WebSocket(`ws://127.0.0.1:${web.port}/api/v1/live?ticket=${ticket}`)
      opened.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as ServerToConsole))
      await once(opened, 'message')
      return opened
    }
    let live = await openConsole()
    const socket = await RawStation.connect({
      url: `ws://127.0.0.1:${gateway.port}`,
      identity: 'CP',
      key: station.key,
    })
    socket.onCall = () => ({ status: 'Accepted' })
    await socket.call('BootNotification', { chargePointVendor: 'Acme', chargePointModel: 'One' })

    /** Reports a state, and returns the way of its hint to a console; null if it is lost. */
    let n = 0
    async function report(): Promise<'nats' | 'database' | null> {
      if (live.readyState !== live.OPEN) live = await openConsole()
      const before = { notified: notified.length, messages: messages.length }
      const status = n++ % 2 === 0 ? 'Charging' : 'Available'
      await socket.call('StatusNotification', { connectorId: 1, errorCode: 'NoError', status })
      const isReceived = async () =>
        messages.slice(before.messages).some((one) => one.type === 'hints' && one.hints.some(isHint))
      if (!(await eventually(isReceived, 3_000).catch(() => false))) return null
      return notified.slice(before.notified).includes('connector.changed') ? 'database' : 'nats'
    }
    const runCommand = async () => {
      const { commands } = await web.call<{ commands: { id: string }[] }>('/command/send', {
        identities: ['CP'],
        action: 'ClearCache',
        payload: {},
      })
      await eventually(async () => {
        const { rows } = await fresh.pool.query('select state from commands where id = $1', [commands[0]!.id])
        return rows[0].state === 'accepted'
      }, 5_000)
    }
    // both processes connect in the background
    await eventually(async () => (await report()) === 'nats')
    await runCommand()

    await nats.kill()
    await runCommand()
    await eventually(async () => (await report()) === 'database')
    await nats.start()
    await eventually(async () => (await report()) === 'nats')
    await runCommand()
    live.close()
    await socket.close()
  })

  test('hints that may be lost when NATS fails are noticed then, and again when it returns', async () => {
    // of its own: the servers of this file notify all processes of their database
    const own = await freshDatabase()
    let gaps = 0
    const openBus = async () => {
      const postgres = new PostgresBus(
        () => new Client({ connectionString: own.url }),
        createLog('silent'),
        queryable,
      )
      const bus = new NatsBus(postgres, { url: nats.url, subject: 'test', log: createLog('silent') })
      bus.onGap(() => (gaps += 1))
      await bus.open()
      return bus
    }
    const bus = await openBus()
    expect(await bus.ready()).toBe(true)
    await nats.kill()
    await eventually(async () => gaps === 1, 15_000)
    await nats.start()
    await eventually(async () => gaps === 2, 15_000)
    await bus.close()
    // a process that starts without NATS misses what others send by it
    await nats.kill()
    const late = await openBus()
    expect(await late.ready()).toBe(false)
    await nats.start()
    await eventually(async () => gaps === 3, 15_000)
    await late.close()
    await own.close()
  })

  test('an address with tls is not reached without encryption', async () => {
    const postgres = new PostgresBus(
      () => new Client({ connectionString: fresh.url }),
      createLog('silent'),
      queryable,
    )
    const url = nats.url.replace('nats:', 'tls:')
    const bus = new NatsBus(postgres, { url, subject: 'test', log: createLog('silent') })
    await bus.open()
    expect(await bus.ready()).toBe(false)
    await bus.close()
  })

  // Proves L282
  test('hints that NATS does not confirm are limited, and those of others are not accepted from it', async () => {
    const postgres = new PostgresBus(
      () => new Client({ connectionString: fresh.url }),
      createLog('silent'),
      queryable,
    )
    const bus = new NatsBus(postgres, { url: nats.url, subject: 'test', log: createLog('silent') })
    const received: string[] = []
    bus.on('hint', ({ account }) => received.push(account))
    bus.on('station.drop', ({ station }) => received.push(station))
    await bus.open()
    expect(await bus.ready()).toBe(true)
    bus.sendPackets(packEvents([{ kind: 'station.drop', station: 'dropped', why: '' }]))
    bus.sendPackets(['not JSON'])
    bus.sendPackets(packEvents([{ kind: 'hint', account: 'mine', hint: { kind: 'card.changed' } }]))
    await eventually(async () => received.length > 0)
    expect(received).toEqual(['mine'])
    bus.sendPackets(Array.from({ length: 600 }, () => ' '.repeat(7_800)))
    expect(600 * 7_800).toBeGreaterThan(maxUnconfirmed)
    expect(bus.canSendHints()).toBe(false)
    await eventually(async () => bus.canSendHints())
    await bus.close()
  })
})
