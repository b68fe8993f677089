// Sign-up: registration, confirmation of e-mail addresses and recovery of passwords. Answers and response
// times are the same for known and unknown users; only the mail says what happened. Not here: signing in,
// login sessions.
import { termsPath } from '@stationmaster/contract'
import type { Job } from '../../jobs/job.ts'
import { everyNight } from '../../jobs/timetable.ts'
import type { Handlers } from '../../shared/handlers.ts'
import { withUniformDuration } from '../../shared/uniform-duration.ts'
import type { Quotas } from '../accounts/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { ModuleContext } from '../module.ts'
import { readText } from '../resources/index.ts'
import { confirmEmail, requestConfirmation } from './confirm-email.ts'
import type { SignUpDeps } from './deps.ts'
import { readTerms } from './read-terms.ts'
import { recoverPassword, resetPassword } from './recover-password.ts'
import { signUp } from './sign-up.ts'
import { removeExpired, removeUnconfirmed } from './store.ts'

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

/** Endpoints for users who are not signed in. */
const signUpHttp = (deps: SignUpDeps) =>
  ({
    signUp: (_viewer, body, { address }) => withUniformDuration(() => signUp(deps, body, address)),
    terms: async (_viewer, { locale }) => ({
      // terms stored by administrators take precedence over those in the data folder
      text: (await readText(deps.db, termsPath, locale)) ?? (await readTerms(deps.dataDir, locale)),
    }),
    emailConfirm: (_viewer, body, request) => confirmEmail(deps, body, request),
    emailRequest: async (_viewer, { identifier }) => {
      await withUniformDuration(() => requestConfirmation(deps, identifier))
      return { result: true, message: 'If there is something to confirm, a mail is on its way.' }
    },
    passwordRecovery: (_viewer, { identifier }) =>
      withUniformDuration(() => recoverPassword(deps, identifier)),
    passwordReset: (_viewer, body, request) => resetPassword(deps, body, request),
  }) satisfies Handlers

/** Time in ms after which an unconfirmed sign-up is removed and can be repeated. */
const unconfirmedMs = 7 * 86_400_000

const signUpJobs = (deps: Pick<SignUpDeps, 'db' | 'clock'>): Job[] => [
  {
    name: 'sign-up.remove-old',
    every: everyNight,
    async work() {
      const now = deps.clock.now()
      await removeExpired(deps.db, now)
      await removeUnconfirmed(deps.db, { createdBefore: new Date(now.getTime() - unconfirmedMs) })
    },
  },
]
