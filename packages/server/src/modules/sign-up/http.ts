import type { Handlers } from '../../shared/handlers.ts'
import { confirmEmail, requestConfirmation } from './confirm-email.ts'
import type { SignUpDeps } from './deps.ts'
import { inEvenTime } from './even-time.ts'
import { readTerms } from './read-terms.ts'
import { recoverPassword, resetPassword } from './recover-password.ts'
import { signUp } from './sign-up.ts'

/** Endpoints of people who are not signed in. */
export const signUpHttp = (deps: SignUpDeps) =>
  ({
    signUp: (_viewer, body) => inEvenTime(() => signUp(deps, body)),
    terms: async (_viewer, { locale }) => ({ text: await readTerms(deps.dataDir, locale) }),
    emailConfirm: (_viewer, { code }) => confirmEmail(deps, code),
    emailRequest: async (_viewer, { identifier }) => {
      await inEvenTime(() => requestConfirmation(deps, identifier))
      return { result: true, message: 'If there is something to confirm, a mail is on its way.' }
    },
    passwordRecovery: (_viewer, { identifier }) => inEvenTime(() => recoverPassword(deps, identifier)),
    passwordReset: (_viewer, body) => resetPassword(deps, body),
  }) satisfies Handlers
