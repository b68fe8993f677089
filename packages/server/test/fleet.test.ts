import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '@stationmaster/simulator'
import { Balancer } from './balancer.ts'
import { ChargingFleet } from './charging-fleet.ts'
import { Commander } from './commander.ts'
import { ConsoleWatcher } from './console-watcher.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { hasNats, NatsServer } from './nats-server.ts'
import { hasPgBouncer, PgBouncer } from './pgbouncer.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { compareWithLedger } from './stored-facts.ts'
import { isTorture, Torture } from './torture.ts'

const torture = new Torture('fleet', { rounds: 1 })
const count = Number(process.env['TORTURE_STATIONS'] ?? 2_000)

const lossRandom = seededRandom(`${torture.seed} loss`)
const nats = new NatsServer()
let fresh: FreshDatabase
let pooler: PgBouncer | null = null
let gateways: ServerProcess[]
let web: ServerProcess
let nextWeb: ServerProcess
let jobs: ServerProcess
let balancer: Balancer
let webBalancer: Balancer
let fleet: ChargingFleet
let firstStartMs: number

const secondsSince = (ms: number) => ((performance.now() - ms) / 1_000).toFixed(1)

// only by `npm run torture -- --only fleet`: it takes minutes, and a machine without other load
describe.runIf(isTorture)('a fleet', () => {
  beforeAll(async () => {
    buildServer()
    fresh = await freshDatabase()
    if (hasNats) await nats.start()
    if (hasPgBouncer) pooler = await PgBouncer.open(fresh.url)
    const open = (ROLE: string) =>
      new ServerProcess({
        ROLE,
        SECRET_KEY: 'the same key of at least 32 characters',
        DATA_DIR: fresh.dataDir,
        DATABASE_URL: pooler?.url ?? fresh.url,
        ...(pooler && { DATABASE_DIRECT_URL: fresh.url }),
        ...(hasNats && { NATS_URL: nats.url }),
      })
    gateways = [open('gateway'), open('gateway')]
    ;[web, nextWeb, jobs] = [open('web'), open('web'), open('jobs')]
    for (const server of [...gateways, jobs]) await server.start()
    const since = performance.now()
    await web.start()
    firstStartMs = performance.now() - since
    balancer = await Balancer.open(gateways)
    webBalancer = await Balancer.open([web, nextWeb])
    await webBalancer.untilReady(web)
    web.balancerPort = webBalancer.proxy.port
    // some 25 cycles per second with 2,000 stations
    fleet = new ChargingFleet(seededRandom(torture.seed), {
      cycleS: Math.max(6, count / 25),
      sampleS: count > 500 ? 10 : 1,
    })
    await fleet.connect(fresh, `ws://127.0.0.1:${balancer.proxy.port}/ocpp/`, count)
  }, 600_000)
  afterAll(async () => {
    await fleet?.close()
    await balancer?.close()
    await webBalancer?.close()
    await Promise.all([...gateways, web, nextWeb, jobs].map((server) => server.stop()))
    await pooler?.close()
    await nats.kill()
    await fresh?.close()
  })

  // Proves INV-1, INV-2, INV-6, G3, G10, G11
  test('a killed gateway and a rolling restart lose and repeat nothing, and consoles stay live', {
    timeout: 900_000,
  }, async () => {
    const consoles = [new ConsoleWatcher(web), new ConsoleWatcher(web)]
    const commander = new Commander({ web, stations: fleet.stations, random: seededRandom('commands') })
    fleet.begin()
    // a mobile network loses packets
    balancer.proxy.loss = { fraction: 0.01, againAfterMs: 300, random: lossRandom.next }
    await Promise.all(consoles.map((each) => each.untilLive()))
    const [first, second] = gateways as [ServerProcess, ServerProcess]

    const begin = (phase: string) => {
      for (const each of consoles) each.phase = phase
      return performance.now()
    }

    const killedAt = begin('gateway killed')
    await first.kill()
    await expect.poll(() => fleet.online, { interval: 5 }).toBeLessThan(count)
    await fleet.untilAll((station) => station.isOnline)
    const back = secondsSince(killedAt)
    await first.start()

    const restartedAt = begin('gateways restarted')
    for (const server of [first, second, jobs]) {
      expect(await server.stop()).toBe(0)
      await server.start()
      await fleet.untilAll((station) => station.isOnline)
    }
    // the only web server: the next one starts before it stops
    begin('web restarted')
    await nextWeb.start()
    await webBalancer.untilReady(nextWeb)
    expect(await web.stop()).toBe(0)
    const restarted = secondsSince(restartedAt)

    await fleet.finish()
    const commands = await commander.finish(fresh)
    await Promise.all(consoles.map((each) => each.close()))
    const { starts, stops, meterValues } = await compareWithLedger(fresh, fleet.entries)
    const [{ longestGapMs, longestPhase }] = consoles.toSorted(
      (one, other) => other.longestGapMs - one.longestGapMs,
    ) as [ConsoleWatcher]
    torture.report(
      [
        `${count} stations, ${hasNats ? 'NATS' : 'no NATS'}, ${pooler ? 'PgBouncer' : 'no PgBouncer'}`,
        `those of a killed gateway online again after ${back} s`,
        `rolling restart in ${restarted} s`,
        `commands: ${Object.entries(commands)
          .map(([state, n]) => `${n} ${state}`)
          .join(', ')}`,
        `longest time without a live update ${(longestGapMs / 1_000).toFixed(1)} s (${longestPhase})`,
        `${starts.length} starts, ${stops.length} stops and ${meterValues.length} meter values acknowledged`,
      ].join('; '),
    )
    expect(starts.length).toBeGreaterThan(count / 2)
    expect(commands['accepted']).toBeGreaterThan(10)
    // on a busy machine, a process needs as long for its start
    expect(longestGapMs, longestPhase).toBeLessThan(Math.max(5_000, firstStartMs))
  })
})
