import type { Kysely } from 'kysely'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import { removeOldSessions } from './session-store.ts'

const keptMs = 7 * 86_400_000

/** Sessions that ended a week ago, and wrong tries as old, are of no use to anybody. */
export const identityJobs = (deps: { db: Kysely<Database>; clock: Clock }): Job[] => [
  {
    name: 'identity.remove-old-sessions',
    every: everyNight,
    work: () => removeOldSessions(deps.db, new Date(deps.clock.now().getTime() - keptMs)),
  },
]
