import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { EngineDeps } from './deps.ts'
import { workScriptRuns } from './work-script-runs.ts'

export const scriptRunsJob = 'workflow.scripts'

/** What scripts do that stations have set off. */
export const workflowJobs = (deps: EngineDeps): Job[] => [
  { name: scriptRunsJob, every: everyMinute, atStart: true, work: () => workScriptRuns(deps) },
]
