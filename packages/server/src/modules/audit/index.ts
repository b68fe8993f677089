// Audit: the changes that users and scripts made, the commands they sent and the rights they granted, with
// the values before and after. Rows are written in the transaction of the change, signed by the process that
// writes them, and never changed; a sealer chains them by hash shortly after the commit, so that changes do
// not wait for each other. Not here: messages of stations (journal) and failures (event-log).
export type { Actor } from './actor.ts'
export { type AnchorProblem, compareAnchors } from './external-anchor.ts'
export { journalVerifier, registerAudit } from './register.ts'
export { recordChange, recordChanges } from './record-change.ts'
export type { Break } from './verify.ts'
