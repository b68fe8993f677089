// Unmatched messages: messages of stations that match no transaction. Nothing acknowledged is lost from view
// (INV-4): a user sees and resolves it. Not here: transactions that need review.
export { storeUnmatched, noteSecurityEvent, type Unmatched } from './unmatched-message.ts'
export { unmatchedHttp, shownUnmatched } from './http.ts'
export { unmatchedJobs } from './jobs.ts'
export { closeUnmatched, lockUnmatched, type UnmatchedRow } from './list-store.ts'
