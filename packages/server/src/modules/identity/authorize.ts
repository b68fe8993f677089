import type { AuthorizationRequest } from '@stationmaster/contract'
import type { Static } from 'typebox'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import type { IdentityDeps } from './deps.ts'
import { hashOf, newSecret } from './secrets.ts'
import { insertCode } from './store.ts'

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
function checkClient({ clients }: IdentityDeps, request: Partial<AuthorizationRequestBody>): Refusal | null {
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
function checkRequest(request: Partial<AuthorizationRequestBody>): AuthorizationError | null {
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
function redirectUriWith(redirectUri: string, values: Record<string, string | undefined>): string {
  const address = new URL(redirectUri)
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) address.searchParams.set(name, value)
  return address.href
}

type Query = Readonly<Record<string, string>>

/** A redirect of the browser. */
export interface Redirect {
  status: 302
  headers: Record<string, string>
  body: ''
}

export const redirectTo = (location: string, headers: Record<string, string> = {}): Redirect => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', ...headers },
  body: '',
})
const noReferrer = { 'referrer-policy': 'no-referrer' }

/** Returns true if the browser comes from one of our clients, and not to sign in with an external account. */
export const isAuthorization = (query: Query): boolean =>
  query.provider === undefined && (query.response_type !== undefined || query.client_id !== undefined)

/**
 * Redirects a browser that a client sent to the console, which knows the signed-in user. An unknown client or
 * redirect address is reported here and never redirected to (RFC 9700, 4.11); other errors are reported to
 * the client.
 */
export function authorizationEndpoint(deps: IdentityDeps, query: Query): Redirect | Refusal {
  const request: Partial<AuthorizationRequestBody> = query
  const unknownClient = checkClient(deps, request)
  if (unknownClient) return unknownClient
  const error = checkRequest(request)
  if (!error)
    return redirectTo(`/authorize?${new URLSearchParams(requestParams(query)).toString()}`, noReferrer)
  const values = {
    error: error.error,
    error_description: `${error.field}: ${error.message}`,
    state: request.state,
    iss: deps.origin(),
  }
  return redirectTo(redirectUriWith(request.redirect_uri!, values), noReferrer)
}

const paramNames = [
  'response_type',
  'client_id',
  'redirect_uri',
  'code_challenge_method',
  'code_challenge',
  'state',
  'scope',
] as const

const requestParams = (query: Query): Record<string, string> =>
  Object.fromEntries(paramNames.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]])))

/** Returns the metadata that clients read before they redirect a user (RFC 8414). */
export const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth2/authorize`,
  token_endpoint: `${origin}/oauth2/token`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none'],
  authorization_response_iss_parameter_supported: true,
})
