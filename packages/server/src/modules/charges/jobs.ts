import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { WakeTimer } from '../../jobs/wake-timer.ts'
import type { ModuleContext } from '../module.ts'
import type { RateDeps } from './rate-batch.ts'
import { rateDue, settleMs } from './rate-due.ts'
import { endReleasedWaits } from './rating-store.ts'

/** Milliseconds between two starts of the job because of ended sessions and released connectors, at least. */
const wakeEveryMs = settleMs + 500

/** Changes after which prices are due: a session ended, or the vehicle has left its connector. */
const wakingHints: ReadonlySet<string> = new Set(['transaction.stopped', 'connector.changed'])

/** Returns the job that prices and books ended sessions. */
export function chargesJobs(deps: RateDeps & Pick<ModuleContext, 'onClose'>): Job[] {
  const timer = new WakeTimer(deps)
  const wakeLater = () => timer.wakeIn(wakeEveryMs)
  const rate: Job = {
    name: 'charges.rate',
    lane: 'money',
    every: everyMinute,
    atStart: true,
    wakeOn: (wake) => {
      timer.wake = wake
      deps.bus.on('rating.queued', wakeLater)
      deps.bus.on('hint', ({ hint }) => {
        if (wakingHints.has(hint.kind)) wakeLater()
      })
    },
    work: async () => {
      await endReleasedWaits(deps.db, deps.clock.now())
      if (await rateDue(deps)) wakeLater()
    },
  }
  return [rate]
}
