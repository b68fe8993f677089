// Sign-up: registration, confirmation of e-mail addresses and recovery of passwords. Answers and response
// times are the same for known and unknown users; only the mail says what happened. Not here: signing in,
// login sessions.
import type { Quotas } from '../accounts/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { signUpHttp } from './http.ts'
import { signUpJobs } from './jobs.ts'

export { sendConfirmation } from './confirm-email.ts'
export { signInVerified, type VerifiedSignInDeps } from './sign-in-verified.ts'

/** @param deps `mainAccount`: the account of drivers who sign up */
export function registerSignUp(
  ctx: ModuleContext,
  deps: { mail: MailQueue; quotas: Quotas; mainAccount: string },
) {
  const all = { ...ctx, ...deps, signUp: ctx.config.signUp, dataDir: ctx.config.dataDir }
  return { handlers: signUpHttp(all), jobs: signUpJobs(ctx), deps: all }
}
