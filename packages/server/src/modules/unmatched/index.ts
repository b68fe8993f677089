// Quarantine: what stations said and nothing here could be matched to. Nothing acknowledged disappears from view
// (INV-4): a person sees it and settles it. Not here: transactions that are held for review.
export { storeUnmatched as keepUnmatched, noteSecurityEvent, type Unmatched } from './unmatched-message.ts'
export { unmatchedHttp as quarantineHttp, shownUnmatched } from './http.ts'
export { unmatchedJobs as quarantineJobs } from './jobs.ts'
export { closeUnmatched, lockUnmatched, type UnmatchedRow } from './list-store.ts'
