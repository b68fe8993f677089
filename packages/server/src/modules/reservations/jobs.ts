import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import { settleReservations } from './settle-reservations.ts'

export const reservationJobs = (deps: Parameters<typeof settleReservations>[0]): Job[] => [
  {
    name: 'reservations.settle',
    every: everyMinute,
    atStart: true,
    work: () => settleReservations(deps),
  },
]
