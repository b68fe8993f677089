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
    'Sign in with an account elsewhere (OpenID Connect): `?provider=google` or `oidc`, with `to` (an address of the console to return to) and `locale`; redirects to the provider',
  may: 'public',
  maxPerMinute: 60,
  produces: 'text/plain',
  body: Empty,
  answer: Type.Unknown(),
})
/**
 * The fragment has `access_token`, `refresh_token`, `expires_in` and `session` (and `action_required`); or `error`
 * and `error_description`, with `mfa_token` where the error is `mfa_required`: then `grant_type: mfa_otp` goes on.
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
