// Identity: who people are, how they sign in, and the sessions that follow. A token is a handle on a session row;
// ending the row ends the token everywhere. What a person may do with objects is decided by scopes and endpoint
// rows, not here. The first administrator comes from a one-time code, never from a default password.
export { listTypesOf } from './classes.ts'
export type { IdentityDeps } from './deps.ts'
export { findCaller } from './find-caller.ts'
export { identityHttp } from './http.ts'
export { identityJobs } from './jobs.ts'
export { KeyRing } from './key-ring.ts'
export { redeemTicket } from './live-ticket.ts'
export { isEmail, isLogin } from './names.ts'
export { hashPassword } from './password.ts'
export { passwordProblem } from './password-rules.ts'
export { hashOf, newSecret } from './secrets.ts'
export { livingSessions } from './session-store.ts'
export { endSessionsOf, setPassword } from './set-password.ts'
export { type FirstRun, prepareFirstRun } from './setup.ts'
export { proveOwnPassword } from './try-password.ts'
