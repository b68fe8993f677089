import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import { settleReservations } from './settle-reservations.ts'
import { removeSurplusReservations } from './store.ts'

/** Ended reservations of one station. */
const mostEnded = 10_000

export const reservationJobs = (deps: Parameters<typeof settleReservations>[0]): Job[] => [
  {
    name: 'reservations.settle',
    every: everyMinute,
    atStart: true,
    work: () => settleReservations(deps),
  },
  {
    name: 'reservations.remove-surplus',
    every: everyNight,
    work: () => removeSurplusReservations(deps.db, mostEnded),
  },
]
