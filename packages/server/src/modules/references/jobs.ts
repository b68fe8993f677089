import type { Job } from '../../jobs/job.ts'
import type { ReferenceDeps } from './deps.ts'
import { gatherTold } from './gather-told.ts'

export const referenceJobs = (deps: Pick<ReferenceDeps, 'db'>): Job[] => [
  { name: 'references.gather', every: '*/5 * * * *', atStart: true, work: () => gatherTold(deps) },
]
