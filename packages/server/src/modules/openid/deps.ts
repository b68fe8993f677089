import type { openIdCodes } from '@stationmaster/contract'
import type { Kysely } from 'kysely'
import type { Clock } from '../../shared/clock.ts'
import type { WebRequest } from '../../shared/handlers.ts'
import type { Log } from '../../shared/log.ts'
import type { Database } from '../../storage/tables.gen.ts'
import type { IdentityDeps } from '../identity/index.ts'
import type { Post } from '../mail/index.ts'
import type { VerifiedSignInDeps } from '../sign-up/index.ts'

/** An issuer with whom people sign in, as the configuration names it. */
export interface OpenIdProvider {
  /** Stands in addresses: `/oauth2/code/<code>`. */
  code: (typeof openIdCodes)[number]
  /** Stands on the button. */
  name: string
  issuer: string
  clientId: string
  /** Nothing: a public client, held by PKCE alone. */
  clientSecret: string | undefined
}

export interface OpenIdDeps {
  db: Kysely<Database>
  clock: Clock
  log: Log
  identity: IdentityDeps
  signUp: VerifiedSignInDeps
  post: Post
  providers: readonly OpenIdProvider[]
  /** Scheme and host under which people reach us; the redirect address begins with it. */
  origin: () => string
}

/** What a browser sends when it goes from page to page. */
export interface Visit extends WebRequest {
  query: Readonly<Record<string, string>>
  header: (name: string) => string | undefined
}

/** Where the browser goes next. */
export interface Redirect {
  status: 302
  headers: Record<string, string>
  body: ''
}
