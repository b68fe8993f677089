// Identity: users, sign-in and login sessions. A token is a handle on a session row; ending the row ends the
// token everywhere. Rights on objects are decided by scopes and endpoint rows, not here. The first
// administrator is created with a one-time code, never with a default password.
import type { ModuleContext } from '../module.ts'
import { serverMetadata } from './authorize.ts'
import { consoleClientId, type IdentityDeps } from './deps.ts'
import { identityHttp } from './http.ts'
import { identityJobs } from './jobs.ts'
import { KeyRing } from './key-ring.ts'
import { prepareFirstRun } from './setup.ts'

export { findCaller, maySignIn } from './find-caller.ts'
export { finishSignIn, type SignedPerson } from './finish-sign-in.ts'
export { findLocalCaller } from './local-administrator.ts'
export { viewerOfUser } from './viewer-of-user.ts'
export { activeConnections, redeemTicket, viewerOfSession } from './live-ticket.ts'
export { type Network, readNetwork, addressFilterOf } from './networks.ts'
export { isEmail, isLogin } from './names.ts'
export { hashPasswordFor, passwordProblem } from './password.ts'
export { hashOf, newAccountCode, newSecret } from './secrets.ts'
export { endSessionsOf } from './end-session.ts'
export { setPassword } from './set-password.ts'
export { signOut, sessionAuditRef } from './sign-out.ts'
export { consoleClientId, type IdentityDeps, selfAuditRef, userAuditRef } from './deps.ts'
export { dropSecondFactor } from './second-factor-store.ts'
export { endPendingLinks } from './store.ts'
export { interfaceNames } from './who-am-i.ts'
export { clearSignInAttempts, proveOwnPassword } from './count-attempts.ts'
export { authorizationEndpoint, isAuthorization, type Redirect, redirectTo } from './authorize.ts'
export type { FirstRun } from './setup.ts'

export async function registerIdentity(ctx: ModuleContext) {
  const { config, clock, origin } = ctx
  const { clients, totpDemand, adminPassword, noSignInFrom } = config
  const keys = new KeyRing(ctx.signInDb, clock, [consoleClientId, ...clients.map(({ id }) => id)])
  await keys.open()
  const identity: IdentityDeps = { ...ctx, db: ctx.signInDb, keys, clients, totpDemand }
  return {
    handlers: identityHttp(identity),
    jobs: identityJobs(identity),
    deps: identity,
    firstRun: await prepareFirstRun(identity, { adminPassword, isSignInOff: noSignInFrom !== null }),
    /** Returns the metadata that clients read before they redirect a user. */
    metadata: () => serverMetadata(origin()),
  }
}
