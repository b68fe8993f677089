// References: shared lists, the same for all accounts: vendors, models, currencies, connector types, modes
// and so on; one table and one set of endpoints for all kinds. Vendors and models reported by stations are
// added automatically. Not here: networks with their tariffs, and what an account may offer.
import type { ModuleContext } from '../module.ts'
import { referencesHttp } from './http.ts'
import { referenceJobs } from './jobs.ts'

export const registerReferences = (ctx: ModuleContext) => ({
  handlers: referencesHttp(ctx),
  jobs: referenceJobs(ctx),
})
