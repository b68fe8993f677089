import { termsPath } from '@stationmaster/contract'
import type { Handlers } from '../../shared/handlers.ts'
import { readText } from '../resources/index.ts'
import { confirmEmail, requestConfirmation } from './confirm-email.ts'
import type { SignUpDeps } from './deps.ts'
import { withUniformDuration } from './uniform-duration.ts'
import { readTerms } from './read-terms.ts'
import { recoverPassword, resetPassword } from './recover-password.ts'
import { signUp } from './sign-up.ts'

/** Endpoints for users who are not signed in. */
export const signUpHttp = (deps: SignUpDeps) =>
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
