import { Type } from 'typebox'
import { allAreas, noClass, noClassIn } from './endpoint-use.ts'
import { endpoint } from './endpoint.ts'
import { Empty } from './shapes.ts'

const subject = 'Session'

/** Codes of providers in addresses: Google, and the other issuer that can be configured. */
export const openIdCodes = ['google', 'oidc'] as const

/** Pages for browser navigation, not API calls: each redirects to the next address. */
export const openIdAuthorize = endpoint({
  path: '/oauth2/authorize',
  root: true,
  method: 'GET',
  subject,
  summary:
    'With `response_type=code`: let a first-party client in (authorization code with PKCE S256: `client_id`, `redirect_uri`, `code_challenge`, `code_challenge_method`, `state`); the console asks for the person, and the browser goes back to the client. With `provider=google` or `oidc`: sign in with an account elsewhere (OpenID Connect), `to` being an address of the console to return to, and `locale`',
  may: 'public',
  use: noClass,
  maxPerMinute: 60,
  produces: 'text/plain',
  body: Empty,
  answer: Type.Unknown(),
})
/**
 * The fragment contains `access_token`, `refresh_token`, `expires_in` and `session` (and `action_required`);
 * or `error`, `error_description` and `error_code`, the code of the error by which a page translates it (with
 * `address` if that is refused); or the error `mfa_required` with `mfa_token`: continue with
 * `grant_type: mfa_otp`. `state` is the one that the page sent to `/oauth2/authorize`; a page must reject a
 * fragment without its own state.
 */
export const openIdCode = endpoint({
  path: '/oauth2/code/:provider',
  root: true,
  method: 'GET',
  subject,
  summary:
    'Redirect address of the OpenID provider; redirects to the console with tokens or an error in the fragment',
  may: 'public',
  use: noClass,
  maxPerMinute: 60,
  produces: 'text/plain',
  body: Empty,
  answer: Type.Unknown(),
})

/** Metadata that clients read before they send a user here (RFC 8414). */
export const authorizationServer = endpoint({
  path: '/.well-known/oauth-authorization-server',
  root: true,
  method: 'GET',
  subject,
  summary: 'Metadata of the authorization server: endpoints and grants (RFC 8414)',
  may: 'public',
  use: noClassIn(allAreas),
  maxPerMinute: 120,
  body: Empty,
  answer: Type.Unknown(),
})
