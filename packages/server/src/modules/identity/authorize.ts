import type { AuthorizationRequest } from '@stationmaster/contract'
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { insertCode } from './authorization-store.ts'
import type { IdentityDeps } from './deps.ts'
import { hashOf, newSecret } from './secrets.ts'

export type AuthorizationRequestBody = Static<typeof AuthorizationRequest>

/** Lifetime of a code. The client's page or server redeems it immediately. */
const codeMs = 60_000
const challengePattern = /^[\w-]{43}$/

/** An OAuth error that is reported to the client at its redirect address (RFC 6749, 4.1.2.1). */
type AuthorizationError = Refusal & { error: 'invalid_request' | 'unsupported_response_type' }

/**
 * Returns a refusal if the client or its redirect address is unknown: the browser must not be redirected
 * there.
 */
export function checkClient(
  { clients }: IdentityDeps,
  request: Partial<AuthorizationRequestBody>,
): Refusal | null {
  const client = clients.find(({ id }) => id === request.client_id)
  if (!client) return refuse('client.unknown', { field: 'client_id' })
  return client.redirects.some((one) => isSame(one, request.redirect_uri ?? ''))
    ? null
    : refuse('client.redirect_unknown', { field: 'redirect_uri' })
}

/** Compares character by character; a loopback address may have any port (RFC 8252, 7.3). */
function isSame(listed: string, given: string): boolean {
  if (listed === given) return true
  const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(\/.*)?$/
  // a port above 65535 is not a valid URL
  if (!URL.canParse(given)) return false
  const [ours, theirs] = [loopback.exec(listed), loopback.exec(given)]
  return ours !== null && theirs !== null && ours[1] === theirs[1] && ours[2] === theirs[2]
}

/** Returns the error in the request of a known client, if any. */
export function checkRequest(request: Partial<AuthorizationRequestBody>): AuthorizationError | null {
  if (request.response_type !== 'code')
    return {
      ...refuse('value.not_listed', { values: 'code', field: 'response_type' }),
      error: 'unsupported_response_type',
    }
  if (request.code_challenge_method !== 'S256')
    return invalid(refuse('value.not_listed', { values: 'S256', field: 'code_challenge_method' }))
  return challengePattern.test(request.code_challenge ?? '')
    ? null
    : invalid(refuse('authorization_code.challenge_invalid', { field: 'code_challenge' }))
}

const invalid = (no: Refusal): AuthorizationError => ({ ...no, error: 'invalid_request' })

/** Issues a code to a client on behalf of the signed-in user. First-party clients need no consent. */
export async function authorize(
  deps: IdentityDeps,
  viewer: Viewer,
  request: AuthorizationRequestBody,
): Promise<{ code: string; expires: string; redirect: string } | Refusal> {
  const refusal = checkClient(deps, request) ?? checkRequest(request)
  if (refusal) return refusal
  const now = deps.clock.now()
  const expires = new Date(now.getTime() + codeMs)
  const code = newSecret()
  const row = {
    hash: hashOf(code),
    user_id: viewer.userId,
    by_session: viewer.session,
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    challenge: request.code_challenge,
    expires_at: expires,
  }
  await insertCode(deps.db, row, now)
  const redirect = redirectUriWith(request.redirect_uri, { code, state: request.state, iss: deps.origin() })
  return { code, expires: expires.toISOString(), redirect }
}

/** Returns the redirect address with added query parameters; its own query stays (RFC 6749, 3.1.2). */
export function redirectUriWith(redirectUri: string, values: Record<string, string | undefined>): string {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) address.searchParams.set(name, value)
  return address.href
}
