// OpenID Connect: sign-in with an external account. The browser is redirected to the provider and returns
// with a code; the two servers do the rest. The user is identified by issuer and subject, never by the e-mail
// alone. Not here: sessions (identity) and the creation of new users (sign-up).
export { openIdHttp } from './http.ts'
export type { Visit } from './deps.ts'
export { type OpenIdEndpoints, openIdEndpoints } from './endpoints.ts'
