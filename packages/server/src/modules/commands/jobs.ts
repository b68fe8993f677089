import type { Job } from '../../jobs/job.ts'
import { everyMinute, everyNight } from '../../jobs/timetable.ts'
import type { Commands } from './create-commands.ts'
import { forgetCommands, type ForgetCommandsDeps } from './forget-commands.ts'

export const commandJobs = (commands: Commands, deps: ForgetCommandsDeps): Job[] => [
  { name: 'commands.sweep', every: everyMinute, atStart: true, work: () => commands.sweep() },
  { name: 'commands.forget', every: everyNight, atStart: true, work: () => forgetCommands(deps) },
]
