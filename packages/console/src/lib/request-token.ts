import type { BodyOf } from '@stationmaster/contract'
import { token } from '@stationmaster/contract'
import { pageConfig } from './page-config.ts'
import type { TokenAnswer } from './token.ts'

/** Error response of the token endpoint. */
interface TokenError {
  error: string
  error_description?: string
  /** With `mfa_required`: token for the second step. */
  mfa_token?: string
}

/** Refusal by the token endpoint; the message is its `error_description`. */
export class TokenRefusal extends Error {
  override name = 'TokenRefusal'
  readonly code: string
  readonly mfaToken: string | null
  /** Seconds to wait after too many attempts; 0 for other refusals. */
  readonly waitSeconds: number
  constructor(no: TokenError, waitSeconds = 0) {
    super(no.error_description ?? '')
    this.code = no.error
    this.mfaToken = no.mfa_token ?? null
    this.waitSeconds = waitSeconds
  }
}

/**
 * Calls the token endpoint. Throws `TokenRefusal` if it refuses, and what `fetch` throws if the server cannot
 * be reached or the response does not come from a token endpoint (a proxy, a captive portal).
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
    | TokenError
    | null
  if (response.ok && answer && 'access_token' in answer) return answer
  if (response.status >= 500 || answer?.error === undefined)
    throw new TypeError(`token endpoint answered ${response.status}`)
  const wait = Number(response.headers.get('retry-after'))
  throw new TokenRefusal(answer, response.status === 429 ? wait || 60 : 0)
}
