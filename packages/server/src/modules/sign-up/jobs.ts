import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { SignUpDeps } from './deps.ts'
import { removeExpired, removeUnconfirmed } from './store.ts'

/** Time in ms after which an unconfirmed sign-up is removed and can be repeated. */
const unconfirmedMs = 7 * 86_400_000

export const signUpJobs = (deps: Pick<SignUpDeps, 'db' | 'clock'>): Job[] => [
  {
    name: 'sign-up.remove-old',
    every: everyNight,
    async work() {
      const now = deps.clock.now()
      await removeExpired(deps.db, now)
      await removeUnconfirmed(deps.db, { createdBefore: new Date(now.getTime() - unconfirmedMs) })
    },
  },
]
