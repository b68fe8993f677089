import type { BodyOf } from '@stationmaster/contract'
import { token } from '@stationmaster/contract'
import { pageConfig } from './page-config.ts'
import { refusalText } from './refusal.ts'
import type { TokenAnswer } from './token.ts'

/** Error response of the token endpoint. */
interface TokenError {
  error: string
  error_description?: string
  code?: string
  params?: Readonly<Record<string, unknown>>
  /** With `mfa_required`: token for the second step. */
  mfa_token?: string
}

/** Refusal by the token endpoint, with a message in the user's language. */
export class TokenRefusal extends Error {
  override name = 'TokenRefusal'
  readonly code: string
  readonly mfaToken: string | null
  /** Seconds to wait if the refusal is temporary; 0 for other refusals. */
  readonly waitSeconds: number
  constructor(message: string, { error, code = error, mfa_token }: TokenError, waitSeconds = 0) {
    super(message)
    this.code = code
    this.mfaToken = mfa_token ?? null
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
  const isTemporary = response.status === 429 || response.status >= 500
  if (answer?.error === undefined || (response.status >= 500 && answer.code === undefined))
    throw new TypeError(`token endpoint answered ${response.status}`)
  const wait = Number(response.headers.get('retry-after'))
  const { error, error_description: message = '', code = error, params } = answer
  const text = await refusalText({ code, message, params })
  throw new TokenRefusal(text, answer, isTemporary ? wait || 60 : 0)
}
