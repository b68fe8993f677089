import {
  type MemoryLedger,
  memoryLedger,
  seededRandom,
  setStage,
  SimulatedStation,
} from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { compareWithLedger } from './stored-facts.ts'
import { Torture } from './torture.ts'

const torture = new Torture('crash', { rounds: 5 })
const { rounds } = torture
const stationCount = rounds > 10 ? 200 : 30
/** Milliseconds until stations have sent what they queued; a busy machine lags behind them. */
const drainMs = 120_000 + rounds * 10_000
const random = seededRandom(torture.seed)

/** Short intervals, and enough attempts that no message is dropped. */
const fastSettings = {
  speed: 60,
  callTimeoutMs: 5_000,
  backoff: { minMs: 50, maxMs: 400 },
  settings: {
    MeterValueSampleInterval: '1',
    TransactionMessageAttempts: '200',
    TransactionMessageRetryInterval: '1',
  },
}

interface Driver {
  station: SimulatedStation
  ledger: MemoryLedger
  card: string
}

/** Starts and stops charging until it is ended. Temporary refusals (offline) are expected. */
async function drive({ station, ledger, card }: Driver, isOver: () => boolean): Promise<void> {
  const { car } = setStage(station)
  const talks = (messages: number): Promise<void> => {
    const wanted = ledger.entries.length + messages
    // A station that is cut off for long may send nothing; the next round begins anyway.
    return station
      .until(() => isOver() || ledger.entries.length >= wanted, 'some messages', 5_000)
      .catch(() => undefined)
  }
  while (!isOver()) {
    if (!station.connector(1).car) station.visits.plugIn(1, car)
    await station.visits.presentCard(1, card)
    await talks(random.whole(2, 8))
    if (station.connector(1).transaction) await station.visits.presentCard(1, card)
    station.visits.unplug(1)
    await talks(1)
  }
}

describe('kill -9 of the server at random moments while stations charge', () => {
  let fresh: FreshDatabase
  let server: ServerProcess
  let firstStartMs: number
  let slowestMs = 0
  const drivers: Driver[] = []
  /** Returns the milliseconds of a start, without those in which other programs used the processors. */
  const startServer = async (): Promise<number> => {
    const since = performance.now()
    await server.start()
    return performance.now() - since - (await server.processorWaitMs())
  }
  const entries = () => drivers.flatMap(({ ledger }) => ledger.entries)

  beforeAll(async () => {
    buildServer()
    fresh = await freshDatabase()
    server = new ServerProcess({ DATABASE_URL: fresh.url })
    firstStartMs = await startServer()
    const { link } = await server.call<{ link: string }>('/charge_point/link', {})
    const url = link.replace(/\/\/[^/]+/, `//127.0.0.1:${server.port}`)
    for (let n = 0; n < stationCount; n++) {
      const identity = `CRASH-${n}`
      const { key } = await server.call<{ key: string }>('/charge_point/set', { id: null, identity })
      const card = `CRASHCARD${n}`
      await server.call('/card/set', { id: null, code: card })
      const ledger = memoryLedger()
      const station = new SimulatedStation({ url, identity, key, ledger, ...fastSettings })
      drivers.push({ station, ledger, card })
    }
  }, 240_000)

  afterAll(async () => {
    await Promise.all(drivers.map(({ station }) => station.stop()))
    await server?.stop()
    await fresh?.close()
  })

  // Proves INV-1, G1, F29
  it(`loses and doubles nothing that was acknowledged, in ${rounds} rounds`, {
    timeout: 240_000 + rounds * 24_000 + drainMs,
  }, async () => {
    let over = false
    for (const { station } of drivers) station.start()
    const driving = drivers.map((driver) => drive(driver, () => over))
    for (let round = 0; round < rounds; round++) {
      const wanted = entries().length + random.whole(60, 400)
      await expect.poll(() => entries().length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(wanted)
      await server.kill()
      const startMs = await startServer()
      // On a busy machine, the start without anything to recover takes as long.
      expect(startMs, 'serves again within 10 s').toBeLessThan(Math.max(10_000, 3 * firstStartMs))
      slowestMs = Math.max(slowestMs, startMs)
    }
    over = true
    await Promise.all(driving)
    await Promise.all(
      drivers.map(({ station }) =>
        station.until((it) => it.isOnline && it.isQuiet, 'an empty queue', drainMs),
      ),
    )

    const acknowledged = await compareWithLedger(fresh, entries())
    expect(acknowledged.starts.length).toBeGreaterThan(stationCount)
    expect(acknowledged.stops.length).toBeGreaterThan(stationCount / 2)
    expect(acknowledged.meterValues.length).toBeGreaterThan(stationCount)
    torture.report(
      `${stationCount} stations; ${acknowledged.starts.length} starts, ${acknowledged.stops.length} stops and ${acknowledged.meterValues.length} meter values acknowledged; served again after at most ${(slowestMs / 1000).toFixed(1)} s`,
    )
  })
})
