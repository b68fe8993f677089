import type { Job } from '../../jobs/job.ts'
import type { ReferenceDeps } from './deps.ts'
import { collectReported } from './collect-reported.ts'

export const referenceJobs = (deps: Pick<ReferenceDeps, 'db'>): Job[] => [
  { name: 'references.gather', every: '*/5 * * * *', atStart: true, work: () => collectReported(deps) },
]
