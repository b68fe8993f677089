import type { OpenIdProvider } from '../../shared/config.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import type { IdentityDeps } from '../identity/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { VerifiedSignInDeps } from '../sign-up/index.ts'
import type { ModuleContext } from '../module.ts'

export interface OpenIdDeps extends Pick<ModuleContext, 'db' | 'clock' | 'log' | 'origin'> {
  identity: IdentityDeps
  signUp: VerifiedSignInDeps
  mail: MailQueue
  providers: readonly OpenIdProvider[]
}

/** A page navigation of a browser. */
export interface Visit extends WebRequest {
  query: Readonly<Record<string, string>>
  header: (name: string) => string | undefined
}
