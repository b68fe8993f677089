import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { Commands } from './create-commands.ts'

export const commandJobs = (commands: Commands): Job[] => [
  { name: 'commands.sweep', every: everyMinute, atStart: true, work: () => commands.sweep() },
]
