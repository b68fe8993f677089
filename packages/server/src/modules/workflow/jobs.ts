import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { EngineDeps } from './deps.ts'
import type { Told } from './told.ts'
import { workScriptRuns } from './work-script-runs.ts'

export const scriptRunsJob = 'workflow.scripts'

/** What scripts do that stations and the system have set off; what one round leaves, the next one takes at once. */
export const workflowJobs = (deps: EngineDeps & { told: Told }): Job[] => [
  {
    name: scriptRunsJob,
    every: everyMinute,
    atStart: true,
    work: async () => {
      if (await workScriptRuns(deps)) deps.told.queued()
    },
  },
]
