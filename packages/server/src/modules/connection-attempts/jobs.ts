import type { Pool } from 'pg'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { Clock } from '../../shared/clock.ts'
import { removeOldAttempts } from './record-store.ts'

const retentionMs = 30 * 86_400_000

/** Removes connection attempts that were not repeated for 30 days. */
export const connectionAttemptsJobs = ({ pool, clock }: { pool: Pool; clock: Clock }): Job[] => [
  {
    name: 'connection-attempts.remove-old',
    every: everyNight,
    work: () => removeOldAttempts(pool, new Date(clock.now().getTime() - retentionMs)),
  },
]
