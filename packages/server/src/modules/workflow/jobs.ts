import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { EngineDeps } from './deps.ts'
import type { WorkflowIndex } from './workflow-index.ts'
import { workScriptRuns } from './work-script-runs.ts'

export const scriptRunsJob = 'workflow.scripts'

/** What scripts do that stations and the system have set off; what one round leaves, the next one takes at once. */
export const workflowJobs = (deps: EngineDeps & { workflowIndex: WorkflowIndex }): Job[] => [
  {
    name: scriptRunsJob,
    every: everyMinute,
    atStart: true,
    work: async () => {
      if (await workScriptRuns(deps)) deps.workflowIndex.queued()
    },
  },
]
