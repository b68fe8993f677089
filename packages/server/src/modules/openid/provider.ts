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
import type { AttemptSecrets } from './attempt-secrets.ts'
import type { OpenIdProvider } from './deps.ts'

const scope = 'openid profile email'
const answerSeconds = 8
/** Clocks differ. */
const toleranceSeconds = 30
/** What a provider tells of itself is asked for anew after this. */
const knownMs = 3_600_000

/** What a provider says of the person who signed in there; nothing of it was held against our people yet. */
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

/** One issuer, spoken to by OpenID Connect Core 1.0: code flow with PKCE, state and nonce. */
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

  /** Where the browser is sent. Throws what the library throws when the provider does not answer. */
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
      // who proves themselves again shows a secret there, whatever session they still have
      ...(isFresh ? { prompt: 'login' } : {}),
    })
  }

  /**
   * Who came back with this address. The ID token's signature, issuer, audience, times and nonce are checked. Throws
   * what the library throws, for the provider's own error too.
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
    // the standard lets a provider keep these for its second endpoint
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
    // who did not answer is asked again the next time
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
      clientSecret === undefined ? None() : byWhatIsOffered(clientSecret),
      {
        timeout: answerSeconds,
        // by the letter of the standard TLS would do in place of the signature
        execute: [enableNonRepudiationChecks, ...(isPlain(issuer) ? [allowInsecureRequests] : [])],
      },
    )
  }
}

/** The configuration takes plain http for this machine alone. */
const isPlain = (issuer: string): boolean => issuer.startsWith('http:')

/** Without a word of the provider it is the header (OpenID Connect Discovery 1.0, 3). */
function byWhatIsOffered(secret: string): ClientAuth {
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
    // some say it as a text
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    username: textOf(claims.preferred_username),
    firstName: textOf(claims.given_name),
    lastName: textOf(claims.family_name),
    locale: textOf(claims.locale),
  }
}
