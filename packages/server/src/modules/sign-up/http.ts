import type { locales } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { confirmEmail, requestConfirmation } from './confirm-email.ts'
import type { SignUpDeps } from './deps.ts'
import { withUniformDuration } from './uniform-duration.ts'
import { readTerms } from './read-terms.ts'
import { recoverPassword, resetPassword } from './recover-password.ts'
import { signUp } from './sign-up.ts'

interface TermsDeps {
  /** Terms stored by administrators; they take precedence over those in the data folder. */
  ownTerms: (locale: (typeof locales)[number]) => Promise<string | null>
}

/** Endpoints for users who are not signed in. */
export const signUpHttp = (deps: SignUpDeps & TermsDeps) =>
  ({
    signUp: (_viewer, body, { address }) => withUniformDuration(() => signUp(deps, body, address)),
    terms: async (_viewer, { locale }) => ({
      text: (await deps.ownTerms(locale)) ?? (await readTerms(deps.dataDir, locale)),
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
