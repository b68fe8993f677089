import {
  accessTokenType,
  type AnswerOf,
  type BodyOf,
  token,
  tokenExchangeGrant,
} from '@stationmaster/contract'
import { pageConfig } from './page-config.ts'
import { keepStored, onStored, readStored } from './stored.ts'
import { withLock } from './tab-lock.ts'

/**
 * The login token: kept in local storage so that every tab of this browser is signed in, renewed before it runs
 * out, discarded when the server refuses to renew it.
 */
export interface LoginToken {
  access: string
  refresh: string | null
  session: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

type TokenAnswer = AnswerOf<typeof token>

/** Specification, section 9: the token is looked at every five minutes and exchanged 20 minutes before its end. */
export const tokenCheckMs = 300_000
export const tokenGapMs = 20 * 60_000

/** What the token endpoint says when it says no. */
interface TokenNo {
  error: string
  error_description?: string
  /** With `mfa_required`: opens the second step. */
  mfa_token?: string
}

/** The token endpoint said no; the message is its `error_description`, for people. */
export class TokenRefusal extends Error {
  override name = 'TokenRefusal'
  readonly code: string
  readonly mfaToken: string | null
  /** Seconds to wait after too many tries; 0 when it was not that. */
  readonly waitSeconds: number
  constructor(no: TokenNo, waitSeconds = 0) {
    super(no.error_description ?? '')
    this.code = no.error
    this.mfaToken = no.mfa_token ?? null
    this.waitSeconds = waitSeconds
  }
}

export function readToken(): LoginToken | null {
  try {
    const kept = JSON.parse(readStored('login_token') ?? 'null') as Partial<LoginToken> | null
    if (typeof kept?.access !== 'string' || typeof kept.expiresAt !== 'number') return null
    return {
      access: kept.access,
      refresh: kept.refresh ?? null,
      session: kept.session ?? '',
      expiresAt: kept.expiresAt,
    }
  } catch {
    return null
  }
}

export function keepToken(answer: TokenAnswer): LoginToken {
  const login: LoginToken = {
    access: answer.access_token,
    // An exchange answers without a refresh token: the one at hand stays good.
    refresh: answer.refresh_token ?? readToken()?.refresh ?? null,
    session: answer.session,
    expiresAt: Date.now() + answer.expires_in * 1000,
  }
  keepStored('login_token', JSON.stringify(login))
  return login
}

export const dropToken = (): void => keepStored('login_token', null)

/** Tells when another tab signed in, renewed or signed out. */
export const onTokenChanged = (listener: (login: LoginToken | null) => void): (() => void) =>
  onStored('login_token', () => listener(readToken()))

/** Takes the tokens that a sign-in redirect left in the address. Answers whether there were any. */
export function takeRedirectTokens(fragment: Record<string, string> | null): boolean {
  const access = fragment?.access_token
  if (!access) return false
  dropToken()
  keepToken({
    access_token: access,
    token_type: 'Bearer',
    expires_in: Number(fragment.expires_in) || 3600,
    session: fragment.session ?? '',
    ...(fragment.refresh_token ? { refresh_token: fragment.refresh_token } : {}),
  })
  return true
}

/**
 * Asks the token endpoint. Throws `TokenRefusal` for its no, and what `fetch` throws when nobody answers, or somebody
 * who is no token endpoint (a proxy, the page of a hotel's network).
 */
export async function requestToken(
  body: BodyOf<typeof token>,
  signal: AbortSignal | null = null,
): Promise<TokenAnswer> {
  const { apiDomain, tokenUrl, clientId } = pageConfig()
  const response = await fetch(tokenUrl || apiDomain + token.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ client_id: clientId, ...body }),
    signal,
    cache: 'no-store',
    mode: 'cors',
    credentials: 'omit',
  })
  const answer = (await response.json().catch(() => null)) as
    | (TokenAnswer & { error?: undefined })
    | TokenNo
    | null
  if (response.ok && answer && 'access_token' in answer) return answer
  if (response.status >= 500 || answer?.error === undefined)
    throw new TypeError(`token endpoint answered ${response.status}`)
  const wait = Number(response.headers.get('retry-after'))
  throw new TokenRefusal(answer, response.status === 429 ? wait || 60 : 0)
}

/**
 * A token that is good for a while, or null when there is none. Renews it when it runs out within the gap; one tab
 * renews for all, because a refresh token used twice ends the session. Throws when it has run out and nobody answers.
 */
export async function freshToken(gapMs = 30_000): Promise<LoginToken | null> {
  const login = readToken()
  if (!login || login.expiresAt - Date.now() > gapMs) return login
  return withLock('token', async () => {
    // While this tab waited for the lock, another may have done the work.
    const present = readToken()
    if (!present || present.expiresAt - Date.now() > gapMs) return present
    return renew(present)
  })
}

/** Renews now, although the token seems valid: the server has just refused it. */
export const renewRefused = (refused: string): Promise<LoginToken | null> =>
  withLock('token', async () => {
    const present = readToken()
    if (!present || present.access !== refused) return present
    return renew(present, true)
  })

/** Shorter than the lease of the lock: no tab waits for ever behind one whose network sleeps. */
const renewalMs = 8_000

async function renew(login: LoginToken, isRefused = false): Promise<LoginToken | null> {
  const exchange: BodyOf<typeof token> = {
    grant_type: tokenExchangeGrant,
    subject_token: login.access,
    subject_token_type: accessTokenType,
  }
  const ways: BodyOf<typeof token>[] = isRefused ? [] : [exchange]
  if (login.refresh) ways.push({ grant_type: 'refresh_token', refresh_token: login.refresh })
  // Run out by the clock of this device, which may be wrong: the exchange comes last, but it is tried.
  if (login.expiresAt <= Date.now()) ways.reverse()
  for (const way of ways) {
    try {
      return keepToken(await requestToken(way, AbortSignal.timeout(renewalMs)))
    } catch (failure) {
      if (!(failure instanceof TokenRefusal) || failure.waitSeconds > 0) {
        // Nobody answered, or not now: what we have stays, the next check tries again.
        if (!isRefused && login.expiresAt > Date.now()) return login
        throw failure
      }
      console.error(`token not renewed: ${failure.code} ${failure.message}`)
    }
  }
  dropToken()
  return null
}
