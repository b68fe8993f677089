import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { Empty } from './shapes.ts'

const subject = 'Session'

/** Codes of providers in addresses: Google, and the one other issuer that the configuration may name. */
export const openIdCodes = ['google', 'oidc'] as const

/** Pages that a browser goes to, not calls: each answers with the next address. */
export const openIdAuthorize = endpoint({
  path: '/oauth2/authorize',
  root: true,
  method: 'GET',
  subject,
  summary:
    'With `response_type=code`: let a first-party client in (authorization code with PKCE S256: `client_id`, `redirect_uri`, `code_challenge`, `code_challenge_method`, `state`); the console asks for the person, and the browser goes back to the client. With `provider=google` or `oidc`: sign in with an account elsewhere (OpenID Connect), `to` being an address of the console to return to, and `locale`',
  may: 'public',
  maxPerMinute: 60,
  produces: 'text/plain',
  body: Empty,
  answer: Type.Unknown(),
})
/**
 * The fragment has `access_token`, `refresh_token`, `expires_in` and `session` (and `action_required`); or `error`
 * and `error_description`, with `mfa_token` where the error is `mfa_required`: then `grant_type: mfa_otp` goes on.
 * `state` is the one that the page sent to `/oauth2/authorize`; without its own a page must not take the fragment.
 */
export const openIdCode = endpoint({
  path: '/oauth2/code/:provider',
  root: true,
  method: 'GET',
  subject,
  summary:
    'Where the provider sends the browser back to; redirects to the console with tokens, or with an error in words, in the fragment',
  may: 'public',
  maxPerMinute: 60,
  produces: 'text/plain',
  body: Empty,
  answer: Type.Unknown(),
})

/** What programs ask of us before they send somebody here (RFC 8414). */
export const authorizationServer = endpoint({
  path: '/.well-known/oauth-authorization-server',
  root: true,
  method: 'GET',
  subject,
  summary: 'Where tokens are issued and by which grants (RFC 8414)',
  may: 'public',
  maxPerMinute: 120,
  body: Empty,
  answer: Type.Unknown(),
})
