import { createHmac } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client'
import type { Clock } from '../../shared/clock.ts'
import type { OpenIdProvider } from '../../shared/config.ts'

const scope = 'openid profile email'
const answerSeconds = 8
/** Tolerated difference of clocks. */
const toleranceSeconds = 30
/** Time in ms after which a provider's metadata is fetched again. */
const knownMs = 3_600_000

/** Claims of a provider about the signed-in user, not yet matched with our users. */
export interface Claims {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  username: string | null
  firstName: string | null
  lastName: string | null
  locale: string | null
}

/** Client of one issuer (OpenID Connect Core 1.0): code flow with PKCE, state and nonce. */
export class Provider {
  readonly code: string
  readonly name: string
  private readonly of: OpenIdProvider
  private readonly clock: Clock
  private known: { configuration: Promise<Configuration>; until: number } | null = null

  constructor(of: OpenIdProvider, clock: Clock) {
    this.code = of.code
    this.name = of.name
    this.of = of
    this.clock = clock
  }

  /**
   * Returns the address to which the browser is redirected. Throws the library's error if the provider does
   * not answer.
   */
  async address(
    secrets: AttemptSecrets,
    redirectUri: string,
    { locale, isFresh }: { locale: string; isFresh: boolean },
  ): Promise<URL> {
    return buildAuthorizationUrl(await this.configuration(), {
      scope,
      redirect_uri: redirectUri,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
      code_challenge_method: 'S256',
      ui_locales: locale,
      // a fresh sign-in requires a secret there, even if a session is open
      ...(isFresh ? { prompt: 'login' } : {}),
    })
  }

  /**
   * Redeems the code in the address and returns the claims. Checks signature, issuer, audience, times and
   * nonce of the ID token. Throws the library's errors, including those that the provider reports.
   */
  async redeem(address: URL, secrets: AttemptSecrets): Promise<Claims> {
    const configuration = await this.configuration()
    const answer = await authorizationCodeGrant(configuration, address, {
      expectedState: secrets.state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    })
    const token = answer.claims()!
    // the standard allows a provider to return these at the userinfo endpoint only
    const hasMore =
      token.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await fetchUserInfo(configuration, answer.access_token, token.sub) : {}
    return claimsOf({ ...more, ...token })
  }

  private configuration(): Promise<Configuration> {
    const now = this.clock.monotonicMs()
    if (this.known && this.known.until > now) return this.known.configuration
    const configuration = this.discover()
    const known = { configuration, until: now + knownMs }
    this.known = known
    // after a failure the next call tries again
    configuration.catch(() => {
      if (this.known === known) this.known = null
    })
    return configuration
  }

  private discover(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.of
    return discovery(
      new URL(issuer),
      clientId,
      { [clockTolerance]: toleranceSeconds },
      clientSecret === undefined ? None() : offeredClientAuth(clientSecret),
      {
        timeout: answerSeconds,
        // the standard would accept TLS instead of the signature
        execute: [enableNonRepudiationChecks, ...(isPlain(issuer) ? [allowInsecureRequests] : [])],
      },
    )
  }
}

/** The configuration allows plain http for the local machine only. */
const isPlain = (issuer: string): boolean => issuer.startsWith('http:')

/**
 * Chooses the client authentication that the provider offers; the default is the header (OpenID Connect
 * Discovery 1.0, 3).
 */
function offeredClientAuth(secret: string): ClientAuth {
  const [header, form] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (offered.includes('client_secret_basic') ? header : form)(server, ...rest)
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : null

function claimsOf(claims: Record<string, unknown> & { iss?: unknown; sub?: unknown }): Claims {
  return {
    issuer: String(claims.iss),
    subject: String(claims.sub),
    email: textOf(claims.email),
    // some providers send it as text
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    username: textOf(claims.preferred_username),
    firstName: textOf(claims.given_name),
    lastName: textOf(claims.family_name),
    locale: textOf(claims.locale),
  }
}

export interface AttemptSecrets {
  state: string
  nonce: string
  /** Code verifier of PKCE (RFC 7636). */
  verifier: string
}

/**
 * Derives the secrets of one sign-in from the browser's cookie and its state. So the database need not store
 * them, and the state alone reveals none of them.
 */
export const attemptSecrets = (browser: string, state: string): AttemptSecrets => {
  const from = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: from('nonce'), verifier: from('verifier') }
}
