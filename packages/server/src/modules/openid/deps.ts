import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { OpenIdProvider } from '../../shared/config.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import type { Log } from '../../shared/log.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { IdentityDeps } from '../identity/index.ts'
import type { MailQueue } from '../mail/index.ts'
import type { VerifiedSignInDeps } from '../sign-up/index.ts'

export interface OpenIdDeps {
  db: Kysely<Database>
  clock: Clock
  log: Log
  identity: IdentityDeps
  signUp: VerifiedSignInDeps
  mail: MailQueue
  providers: readonly OpenIdProvider[]
  /** Public scheme and host, with which the redirect address begins. */
  origin: () => string
}

/** A page navigation of a browser. */
export interface Visit extends WebRequest {
  query: Readonly<Record<string, string>>
  header: (name: string) => string | undefined
}

/** A redirect of the browser. */
export interface Redirect {
  status: 302
  headers: Record<string, string>
  body: ''
}
