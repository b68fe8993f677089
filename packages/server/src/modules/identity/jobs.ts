import type { Job } from '../../jobs/job.ts'
import { everyNight, everyQuarter } from '../../jobs/timetable.ts'
import type { IdentityDeps } from './deps.ts'
import { removeOldMachineSessions, removeOldSessions } from './session-store.ts'
import { removeOldAttempts } from './attempt-store.ts'

const dayMs = 86_400_000
const retentionMs = 7 * dayMs
/** Rows of failed attempts, of all users and addresses. */
const maxAttempts = 100_000
/** Sessions without a user, which any client can open. */
const maxMachineSessions = 100_000

export const identityJobs = (deps: Pick<IdentityDeps, 'db' | 'clock' | 'keys'>): Job[] => [
  {
    name: 'identity.rotate-keys',
    every: everyNight,
    work: () => deps.keys.open(),
  },
  // sessions that ended a week ago are no longer needed
  {
    name: 'identity.remove-old-sessions',
    every: everyNight,
    work: () => removeOldSessions(deps.db, new Date(deps.clock.now().getTime() - retentionMs)),
  },
  {
    name: 'identity.remove-old-machine-sessions',
    every: everyQuarter,
    work: () => removeOldMachineSessions(deps.db, deps.clock.now(), maxMachineSessions),
  },
  // no lock or count lasts longer than a day
  {
    name: 'identity.remove-old-tries',
    every: everyQuarter,
    work: () => removeOldAttempts(deps.db, new Date(deps.clock.now().getTime() - dayMs), maxAttempts),
  },
]
