import type { BodyOf } from '@stationmaster/contract'
import { token } from '@stationmaster/contract'
import { pageConfig } from './page-config.ts'
import type { TokenAnswer } from './token.ts'

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
