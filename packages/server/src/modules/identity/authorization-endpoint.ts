import type { AuthorizationRequestBody } from './authorize.ts'
import { redirectUriWith, checkRequest, checkClient } from './authorize.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { IdentityDeps } from './deps.ts'

type Query = Readonly<Record<string, string>>
interface Redirect {
  status: 302
  headers: Record<string, string>
  body: ''
}

const redirectTo = (location: string): Redirect => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
})

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
  if (!error) return redirectTo(`/authorize?${new URLSearchParams(requestParams(query)).toString()}`)
  const values = {
    error: error.error,
    error_description: `${error.field}: ${error.message}`,
    state: request.state,
    iss: deps.origin(),
  }
  return redirectTo(redirectUriWith(request.redirect_uri!, values))
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
