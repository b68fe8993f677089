// Unmatched messages: messages of stations that match no transaction. Nothing acknowledged is lost from view
// (INV-4): a user sees and resolves it. Not here: transactions that need review.
import type { ModuleContext } from '../module.ts'
import { unmatchedHttp } from './http.ts'
import { unmatchedJobs } from './jobs.ts'

export { storeUnmatched, noteSecurityEvent } from './unmatched-message.ts'
export { closeUnmatched, lockUnmatched, type UnmatchedRow } from './list-store.ts'
export { shownUnmatched } from './http.ts'

export const registerUnmatched = (ctx: ModuleContext) => ({
  handlers: unmatchedHttp(ctx),
  jobs: unmatchedJobs(ctx.db),
})
