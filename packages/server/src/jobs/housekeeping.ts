import type { Clock } from '../shared/clock.ts'
import type { PartitionedTable } from '../shared/config.ts'
import type { Log } from '../shared/log.ts'
import type { Job } from './job.ts'
import { everyNight } from './timetable.ts'

const dayMs = 86_400_000

interface Deps {
  clock: Clock
  log: Log
  /** Days for which data is retained. */
  retention: Record<'logDays' | 'meterDays' | 'apiLogDays' | 'eventLogDays' | 'activityDays', number>
  makePartitions(now: Date): Promise<void>
  dropOldPartitions(before: Record<PartitionedTable, Date>): Promise<string[]>
  deleteOldBatches(before: Date): Promise<unknown>
}

/** Returns the jobs that create partitions for the coming days and drop expired ones. */
export const housekeepingJobs = (deps: Deps): Job[] => [
  {
    name: 'storage.make-partitions',
    every: '7 */6 * * *',
    work: () => deps.makePartitions(deps.clock.now()),
  },
  {
    name: 'storage.drop-partitions',
    every: everyNight,
    // so that it also runs on a machine that is switched off at night
    atStart: true,
    async work() {
      const now = deps.clock.now().getTime()
      const { logDays, meterDays, apiLogDays, eventLogDays, activityDays } = deps.retention
      const daysAgo = (days: number) => new Date(now - days * dayMs)
      const dropped = await deps.dropOldPartitions({
        ocpp_log: daysAgo(logDays),
        meter_values: daysAgo(meterDays),
        api_log: daysAgo(apiLogDays),
        event_log: daysAgo(eventLogDays),
        activity: daysAgo(activityDays),
      })
      await deps.deleteOldBatches(daysAgo(1))
      if (dropped.length > 0) deps.log.info({ dropped }, 'storage: old partitions dropped')
    },
  },
]
