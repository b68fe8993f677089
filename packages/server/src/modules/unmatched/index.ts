// Quarantine: what stations said and nothing here could be matched to. Nothing acknowledged disappears from view
// (INV-4): a person sees it and settles it. Not here: transactions that are held for review.
export { storeUnmatched, noteSecurityEvent, type Unmatched } from './unmatched-message.ts'
export { unmatchedHttp, shownUnmatched } from './http.ts'
export { unmatchedJobs } from './jobs.ts'
export { closeUnmatched, lockUnmatched, type UnmatchedRow } from './list-store.ts'
