import type { Job } from '../../jobs/job.ts'
import { everyMinute } from '../../jobs/timetable.ts'
import type { EngineDeps } from './deps.ts'
import type { WorkflowIndex } from './workflow-index.ts'
import { workScriptRuns } from './work-script-runs.ts'

export const scriptRunsJob = 'workflow.scripts'

/**
 * Job that runs scripts triggered by stations and the system; what one round leaves, the next takes
 * immediately.
 */
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
