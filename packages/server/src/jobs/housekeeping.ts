import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Job } from './job.ts'
import { everyNight } from './timetable.ts'

const dayMs = 86_400_000

interface Deps {
  clock: Clock
  log: Log
  /** How many days the OCPP log and the meter values are kept. */
  retention: { logDays: number; meterDays: number }
  makePartitions(now: Date): Promise<void>
  dropOldPartitions(before: { log: Date; meter: Date }): Promise<string[]>
}

/** Partitions for the days to come, and the end of those whose time is over. */
export const housekeepingJobs = (deps: Deps): Job[] => [
  {
    name: 'storage.make-partitions',
    every: '7 */6 * * *',
    work: () => deps.makePartitions(deps.clock.now()),
  },
  {
    name: 'storage.drop-partitions',
    every: everyNight,
    // a machine that is switched off at night has its turn too
    atStart: true,
    async work() {
      const now = deps.clock.now().getTime()
      const { logDays, meterDays } = deps.retention
      const before = { log: new Date(now - logDays * dayMs), meter: new Date(now - meterDays * dayMs) }
      const dropped = await deps.dropOldPartitions(before)
      if (dropped.length > 0) deps.log.info({ dropped }, 'storage: old partitions dropped')
    },
  },
]
