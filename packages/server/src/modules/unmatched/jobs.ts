import type { Kysely } from 'kysely'
import type { Job } from '../../jobs/job.ts'
import { everyHour } from '../../jobs/timetable.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { deleteOldResolved } from './resolved-store.ts'

/** Jobs that limit the number of resolved messages. */
export const unmatchedJobs = (db: Kysely<Database>): Job[] => [
  { name: 'unmatched.delete-resolved', every: everyHour, atStart: true, work: () => deleteOldResolved(db) },
]
