import type { Job } from '../../jobs/job.ts'
import { everyQuarter } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import { countEvents } from './counts-store.ts'

/** Returns the job that counts events for histograms of long periods. */
export const activityJobs = ({ db }: Pick<ModuleContext, 'db'>): Job[] => [
  { name: 'activity.count', every: everyQuarter, atStart: true, work: () => countEvents(db) },
]
