import type { Kysely } from 'kysely'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { KeyRing } from './key-ring.ts'
import { removeOldSessions } from './session-store.ts'

const keptMs = 7 * 86_400_000

export const identityJobs = (deps: { db: Kysely<Database>; clock: Clock; keys: KeyRing }): Job[] => [
  {
    name: 'identity.rotate-keys',
    every: everyNight,
    work: () => deps.keys.open(),
  },
  // sessions that ended a week ago, and wrong tries as old, are of no use to anybody
  {
    name: 'identity.remove-old-sessions',
    every: everyNight,
    work: () => removeOldSessions(deps.db, new Date(deps.clock.now().getTime() - keptMs)),
  },
]
