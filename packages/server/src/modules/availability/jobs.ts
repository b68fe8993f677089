import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import type { ModuleContext } from '../module.ts'
import { noteServer, removeOldStates } from './server-store.ts'

const dayMs = 86_400_000

/** Returns the jobs that record when a server runs, and that remove the history beyond its retention. */
export const availabilityJobs = ({
  db,
  clock,
  config,
}: Pick<ModuleContext, 'db' | 'clock' | 'config'>): Job[] => [
  {
    name: 'availability.note-server',
    every: everyMinute,
    atStart: true,
    work: () => noteServer(db),
  },
  {
    name: 'availability.remove-old-states',
    every: everyNight,
    work: () => removeOldStates(db, new Date(clock.now().getTime() - config.retention.activityDays * dayMs)),
  },
]
