import {
  acknowledgedFacts,
  type MemoryLedger,
  memoryLedger,
  seededRandom,
  setStage,
  SimulatedStation,
} from '@stationmaster/simulator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { buildServer, ServerProcess } from './server-process.ts'

// Before a release: CRASH_STATIONS=200 CRASH_ROUNDS=50.
const stationCount = Number(process.env['CRASH_STATIONS'] ?? 30)
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 10)
const random = seededRandom('crash')

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

interface Stored {
  starts: Map<number, { identity: string; key: string; stopped: string | null; meterStop: string | null }>
  keys: string[]
  samples: Map<string, number>
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

/** Reads everything stored about transactions and meter values. */
async function readStored({ pool }: FreshDatabase): Promise<Stored> {
  const transactions = await pool.query(
    `select t.number, s.identity, t.evse_no, t.id_tag, t.started_sent, t.meter_start_wh, t.stopped_sent, t.meter_stop_wh
     from transactions t join stations s on s.id = t.station_id`,
  )
  const samples = await pool.query(
    `select s.identity, m.evse_no, m.sampled_at, k.measurand, coalesce(k.phase, '') as phase,
       coalesce(k.context, 'Sample.Periodic') as context, m.value
     from meter_values m join stations s on s.id = m.station_id join sample_kinds k on k.id = m.kind_id`,
  )
  const counted = new Map<string, number>()
  for (const row of samples.rows) {
    const key = [
      row.identity,
      row.evse_no,
      row.sampled_at.toISOString(),
      row.measurand,
      row.phase,
      row.context,
      row.value,
    ].join('|')
    counted.set(key, (counted.get(key) ?? 0) + 1)
  }
  return {
    starts: new Map(
      transactions.rows.map((row) => [
        row.number,
        { identity: row.identity, key: keyOf(row), stopped: row.stopped_sent, meterStop: row.meter_stop_wh },
      ]),
    ),
    keys: transactions.rows.map(keyOf),
    samples: counted,
  }
}

const keyOf = (row: Record<string, unknown>): string =>
  [row['identity'], row['evse_no'], row['id_tag'], row['started_sent'], row['meter_start_wh']].join('|')

/** Returns the keys of the samples of an acknowledged MeterValues as the database must contain them. */
function samplesOf({
  identity,
  request,
}: ReturnType<typeof acknowledgedFacts>['meterValues'][number]): string[] {
  return request.meterValue.flatMap(({ timestamp, sampledValue }) =>
    sampledValue.map((sample) =>
      [
        identity,
        request.connectorId,
        new Date(timestamp).toISOString(),
        sample.measurand ?? 'Energy.Active.Import.Register',
        sample.phase ?? '',
        sample.context ?? 'Sample.Periodic',
        Number(sample.value),
      ].join('|'),
    ),
  )
}

describe('kill -9 of the server at random moments while stations charge', () => {
  let fresh: FreshDatabase
  let server: ServerProcess
  let firstStartMs: number
  const drivers: Driver[] = []
  const startServer = async (): Promise<number> => {
    const since = performance.now()
    await server.start()
    return performance.now() - since
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
  })

  afterAll(async () => {
    await Promise.all(drivers.map(({ station }) => station.stop()))
    await server?.stop()
    await fresh?.close()
  })

  // Proves INV-1, G1, F29
  it(`loses and doubles nothing that was acknowledged, in ${rounds} rounds`, {
    timeout: 240_000 + rounds * 24_000,
  }, async () => {
    let over = false
    for (const { station } of drivers) station.start()
    const driving = drivers.map((driver) => drive(driver, () => over))
    for (let round = 0; round < rounds; round++) {
      const wanted = entries().length + random.whole(60, 400)
      await expect.poll(() => entries().length, { timeout: 60_000, interval: 10 }).toBeGreaterThan(wanted)
      await server.kill()
      // On a busy machine, the start without anything to recover takes as long.
      expect(await startServer(), 'serves again within 10 s').toBeLessThan(Math.max(10_000, 3 * firstStartMs))
    }
    over = true
    await Promise.all(driving)
    await Promise.all(
      drivers.map(({ station }) =>
        station.until((it) => it.isOnline && it.isQuiet, 'an empty queue', 120_000),
      ),
    )

    const acknowledged = acknowledgedFacts(entries())
    const stored = await readStored(fresh)
    expect(entries().filter((entry) => entry.outcome === 'discarded')).toEqual([])
    // INV-2: one start, one transaction
    expect(new Set(stored.keys).size).toBe(stored.keys.length)
    // INV-1: what was acknowledged is stored
    const lostStarts = acknowledged.starts.filter(
      ({ identity, response }) => stored.starts.get(response.transactionId)?.identity !== identity,
    )
    expect(lostStarts).toEqual([])
    const lostStops = acknowledged.stops.filter(({ request }) => {
      const row = stored.starts.get(request.transactionId)
      return !row || row.stopped !== request.timestamp || Number(row.meterStop) !== request.meterStop
    })
    expect(lostStops).toEqual([])
    const lostSamples = acknowledged.meterValues.flatMap(samplesOf).filter((key) => !stored.samples.has(key))
    expect(lostSamples).toEqual([])
    expect([...stored.samples].filter(([, count]) => count > 1)).toEqual([])
    expect(acknowledged.starts.length).toBeGreaterThan(stationCount)
    expect(acknowledged.stops.length).toBeGreaterThan(stationCount / 2)
    expect(acknowledged.meterValues.length).toBeGreaterThan(stationCount)
  })
})
