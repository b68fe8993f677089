import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { concludeReservations } from './conclude-reservations.ts'
import { removeSurplusReservations } from './store.ts'

/** Ended reservations stored per station. */
const maxEnded = 10_000

export const reservationJobs = (deps: Parameters<typeof concludeReservations>[0]): Job[] => [
  {
    name: 'reservations.settle',
    every: everyMinute,
    atStart: true,
    work: () => concludeReservations(deps),
  },
  {
    name: 'reservations.remove-surplus',
    every: everyNight,
    work: () => removeSurplusReservations(deps.db, maxEnded),
  },
]
