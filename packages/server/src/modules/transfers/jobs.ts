import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import { removeOldUploads } from './upload-store.ts'

const dayMs = 86_400_000

export const transferJobs = ({
  db,
  clock,
  config,
}: Pick<ModuleContext, 'db' | 'clock' | 'config'>): Job[] => [
  {
    name: 'transfers.remove-old-files',
    every: everyNight,
    work: () => {
      const now = clock.now()
      return removeOldUploads(db, { now, before: new Date(now.getTime() - config.retention.logDays * dayMs) })
    },
  },
]
