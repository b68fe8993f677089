// References: shared lists, the same for all accounts: vendors, models, currencies, connector types, modes
// and so on; one table and one set of endpoints for all kinds. Vendors and models reported by stations are
// added automatically. Not here: networks with their tariffs, and what an account may offer.
import type { Job } from '../../jobs/job.ts'
import type { ModuleContext } from '../module.ts'
import { collectReported } from './collect-reported.ts'
import { referencesHttp } from './http.ts'
import type { ReferenceDeps } from './set-reference.ts'

export { isSelectable } from './store.ts'

export const registerReferences = (ctx: ModuleContext) => ({
  handlers: referencesHttp(ctx),
  jobs: referenceJobs(ctx),
})

export const referenceJobs = (deps: Pick<ReferenceDeps, 'db'>): Job[] => [
  { name: 'references.gather', every: '*/5 * * * *', atStart: true, work: () => collectReported(deps) },
]
