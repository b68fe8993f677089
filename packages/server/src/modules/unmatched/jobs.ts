import type { Job } from '../../jobs/job.ts'
import { everyHour } from '../../jobs/timetable.ts'
import { deleteOldResolved } from './resolved-store.ts'
import type { Db } from '../../storage/transaction.ts'

/** Jobs that limit the number of resolved messages. */
export const unmatchedJobs = (db: Db): Job[] => [
  { name: 'unmatched.delete-resolved', every: everyHour, atStart: true, work: () => deleteOldResolved(db) },
]
