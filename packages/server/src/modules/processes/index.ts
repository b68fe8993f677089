// Processes: which processes with connections of stations or jobs run, and what follows when one has ended without
// closing them, or is suspended. Not here: the owner of the connection of a station, which is a column of its row
// (stations).
import { LogThrottle } from '../../shared/log-throttle.ts'
import type { ModuleContext } from '../module.ts'
import { beat, findLost, forgetProcesses, releaseJobs } from './store.ts'

/** Milliseconds between two signs of life of a process, and between two checks of the others. */
const beatMs = 1_000
/**
 * Milliseconds for which the database must have answered each of its own signs of life before a process counts others
 * as ended: after an outage all of them reconnect.
 */
const steadyMs = 10_000

interface ProcessesDeps {
  /** True if stations may connect to this process, or it runs jobs. */
  isWatched: boolean
  /** Returns the names under which the queue has locked the jobs of this process. */
  jobWorkers: () => readonly string[]
  /** Called for processes that have ended; a failure repeats it. */
  lost: (names: readonly string[]) => Promise<void>
}

export function registerProcesses(ctx: ModuleContext, { isWatched, jobWorkers, lost }: ProcessesDeps) {
  const { clock, log, processName } = ctx
  const pool = ctx.pools.stations
  const complaints = new LogThrottle(60_000)
  let steadySinceMs: number | null = null
  let running: Promise<void> | null = null
  let isClosed = false

  async function round(): Promise<void> {
    const workers = jobWorkers()
    try {
      if (isWatched && !isClosed) await beat(pool, processName, workers)
      const now = clock.monotonicMs()
      steadySinceMs ??= now
      if (now - steadySinceMs < steadyMs) return
      const names = await findLost(pool, processName)
      if (names.length > 0) {
        log.warn({ processes: names }, 'processes: a process has ended without closing its connections')
        await lost(names)
        await forgetProcesses(pool, names)
      }
      // the tables of the queue exist when its workers have names
      if (workers.length > 0) await releaseJobs(pool)
    } catch (error) {
      steadySinceMs = null
      if (complaints.shouldLog('')) log.warn({ err: error }, 'processes: the check failed')
    }
  }
  const start = () => {
    running ??= round().finally(() => (running = null))
  }
  const timer = setInterval(start, beatMs).unref()
  start()
  return {
    /** Ends the checks and deletes the row of this process, whose connections have been closed. */
    async close(): Promise<void> {
      isClosed = true
      clearInterval(timer)
      await running
      if (isWatched) await forgetProcesses(pool, [processName]).catch(() => {})
    },
  }
}
