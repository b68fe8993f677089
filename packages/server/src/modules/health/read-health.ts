import { statfs } from 'node:fs/promises'
import { freemem, totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { AnswerOf, adminHealth } from '@stationmaster/contract'
import type { Pool } from 'pg'
import type { Clock } from '../../shared/clock.ts'
import type { Pools } from '../../storage/open-pools.ts'
import type { LoopWatch } from './loop-watch.ts'
import { CachedValue } from './cached-value.ts'
import { countJobs, countWork, measureSizes } from './store.ts'

type Health = AnswerOf<typeof adminHealth>

/** Values that the parts of this process know without a query. */
export interface ProcessPulse {
  stations: number
  consoles: number
  oldestCallMs: number
  waiting: number
  stuckMs: number
  awaySince: Date | null
  /** The common address of all stations, if it looks like that of an unknown proxy. */
  proxyAddress: string | null
  /** The port on which stations connect with TLS; null if there is none. */
  tls: { expires: Date; problem: string | null; failed: number } | null
}

export interface HealthDeps {
  clock: Clock
  version: string
  dataDir: string
  pulse: () => ProcessPulse
  /** Without row-level security: all accounts are counted. */
  pools: Pools
  loop: LoopWatch
}

/** Milliseconds for which counts are cached; dashboards refresh every five seconds. */
const countsMaxAgeMs = 4_000
const sizesMaxAgeMs = 60_000
/**
 * Milliseconds that an answer waits for the database; the other values must be available while the database
 * is not.
 */
const timeoutMs = 1_500

/** Returns a reader of the server's health. Expensive values are cached for a while. */
export function healthReader({ clock, version, dataDir, pulse, pools, loop }: HealthDeps) {
  const startedAt = new Date(Date.now() - process.uptime() * 1000)
  const counts = new CachedValue(() => readCounts(pools.web), clock, countsMaxAgeMs)
  const sizes = new CachedValue(
    async () => ({ measured: clock.now(), ...(await measureSizes(pools.web)) }),
    clock,
    sizesMaxAgeMs,
  )
  const disk = new CachedValue(() => readDisk(dataDir), clock, countsMaxAgeMs)
  return async (): Promise<Health> => {
    const [counted, measured, space] = await Promise.all([
      counts.value(timeoutMs),
      sizes.value(timeoutMs),
      disk.value(timeoutMs),
    ])
    const { typicalMs, worstMs } = loop.read()
    const { stations, consoles, oldestCallMs, waiting, stuckMs, awaySince, proxyAddress } = pulse()
    return {
      version,
      now: clock.now().toISOString(),
      started: startedAt.toISOString(),
      consoles,
      calls: {
        stations,
        oldestms: Math.round(oldestCallMs),
        waiting,
        stuckms: Math.round(stuckMs),
        awaysince: awaySince?.toISOString() ?? null,
      },
      unknownproxy: proxyAddress,
      loop: { typicalms: typicalMs, worstms: worstMs },
      memory: readMemory(),
      disk: space,
      pools: Object.entries(pools).map(([name, state]) => readPool(name, state)),
      counts: counted,
      sizes: measured && {
        measured: measured.measured.toISOString(),
        database: measured.database,
        connections: measured.connections,
        mostconnections: measured.maxConnections,
        tables: measured.tables,
      },
    }
  }
}

async function readCounts(pool: Pool): Promise<NonNullable<Health['counts']>> {
  const { stations, online, queued, sent, oldestCommand, hasJobs } = await countWork(pool)
  const jobs = hasJobs ? await countJobs(pool) : { due: 0, running: 0, failed: 0, oldest: null }
  return {
    stations,
    online,
    commands: { queued, sent, oldest: oldestCommand?.toISOString() ?? null },
    jobs: { ...jobs, oldest: jobs.oldest?.toISOString() ?? null },
  }
}

async function readDisk(folder: string): Promise<{ free: number; total: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, total: blocks * bsize }
}

function readMemory(): Health['memory'] {
  const { rss, heapUsed } = process.memoryUsage()
  // 0, or far more than the machine has, if there is no limit
  const limit = process.constrainedMemory() || Infinity
  const total = Math.min(totalmem(), limit)
  return {
    used: rss,
    heap: heapUsed,
    heaplimit: getHeapStatistics().heap_size_limit,
    free: Math.min(freemem(), total),
    total,
  }
}

const readPool = (name: string, { totalCount, idleCount, waitingCount, options }: Pool) => ({
  name,
  most: options.max,
  open: totalCount,
  busy: totalCount - idleCount,
  waiting: waitingCount,
})
