import { readdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '@stationmaster/simulator'
import { ChargingFleet } from './charging-fleet.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'
import { buildServer, ServerProcess } from './server-process.ts'
import { judge, type Sample, slope } from './slopes.ts'
import { compareWithLedger } from './stored-facts.ts'
import { isTorture, Torture } from './torture.ts'

const torture = new Torture('soak', { rounds: 1 })
const minutes = Number(process.env['TORTURE_MINUTES'] ?? 20)
const count = Number(process.env['TORTURE_STATIONS'] ?? 100)
const metricsToken = 'a-token-of-at-least-32-characters'

const samplesOf = (residentMib: (minute: number) => number): Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    minute,
    residentMib: residentMib(minute),
    openFiles: 50 + (minute % 3),
    connections: 8,
    loopDelayMs: 1,
    databaseMib: 100 + minute,
    messages: minute * 1_000,
  }))

test('memory that grows after the start is found, and that of the start is none', () => {
  expect(
    slope([
      [0, 1],
      [1, 3],
      [2, 5],
    ]),
  ).toBe(2)
  const start = samplesOf((minute) => 100 + 50 * Math.min(minute, 15))
  expect(judge(start).excess).toEqual([])
  expect(judge(samplesOf((minute) => 100 + 2 * minute)).excess).toEqual([
    'residentMib 120.0 per hour, at most 60',
  ])
})

// only by `npm run torture -- --only soak`: it takes 20 minutes, or as many as given by `--minutes`
describe.runIf(isTorture)('a server under a load that does not change', () => {
  let fresh: FreshDatabase
  let server: ServerProcess
  let fleet: ChargingFleet

  beforeAll(async () => {
    buildServer()
    fresh = await freshDatabase()
    server = new ServerProcess({ DATABASE_URL: fresh.url, METRICS_TOKEN: metricsToken })
    await server.start()
    // a car for two minutes, and a meter value every ten seconds of real time
    fleet = new ChargingFleet(seededRandom(torture.seed), { cycleS: 120, sampleS: 600 })
    await fleet.connect(fresh, `ws://127.0.0.1:${server.port}/ocpp/`, count)
  }, 600_000)
  afterAll(async () => {
    await fleet?.close()
    await server?.stop()
    await fresh?.close()
  })

  async function measure(minute: number): Promise<Sample> {
    const reply = await fetch(`http://127.0.0.1:${server.port}/metrics`, {
      headers: { authorization: `Bearer ${metricsToken}` },
    })
    const text = await reply.text()
    const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1])
    const { rows } = await fresh.pool.query<{ size: number; connections: number }>(
      `select pg_database_size(current_database()) as size,
        (select count(*) from pg_stat_activity where datname = current_database()
          and application_name like 'stationmaster%')::int as connections`,
    )
    const [{ size, connections }] = rows as [{ size: number; connections: number }]
    const sample = {
      minute,
      residentMib: (await server.residentBytes()) / 1_048_576,
      openFiles: (await readdir(`/proc/${server.pid}/fd`)).length,
      connections,
      loopDelayMs: 1_000 * metric('nodejs_eventloop_lag_p50_seconds'),
      databaseMib: size / 1_048_576,
      messages: fleet.entries.length,
    }
    for (const [key, value] of Object.entries(sample)) expect(value, key).not.toBeNaN()
    return sample
  }

  // Proves INV-9
  test('does not grow', { timeout: (minutes + 15) * 60_000 }, async () => {
    fleet.begin()
    const since = performance.now()
    const samples: Sample[] = []
    const pauseMs = (minutes * 60_000) / 120
    for (let n = 1; n <= 120; n++) {
      await pause(Math.max(0, since + n * pauseMs - performance.now()))
      samples.push(await measure((performance.now() - since) / 60_000))
    }
    await fleet.finish()
    await compareWithLedger(fresh, fleet.entries)
    const { growth, excess } = judge(samples)
    const last = samples.at(-1)!
    torture.report(
      [
        `${count} stations for ${minutes} min, ${last.messages} messages`,
        `at the end ${last.residentMib.toFixed(0)} MiB, ${last.openFiles} open files, ${last.connections} connections to the database`,
        ...growth,
      ].join('; '),
    )
    expect(excess).toEqual([])
  })
})
