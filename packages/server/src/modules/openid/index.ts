// OpenID Connect: people who sign in with an account elsewhere. A browser goes to the provider and comes back with a
// code; the rest is between the two servers. Who it is follows from issuer and subject, never from the e-mail alone.
// Not here: sessions (identity), who may come in as somebody new (sign-up).
export { openIdHttp } from './http.ts'
export type { OpenIdProvider, Visit } from './deps.ts'
export { type OpenIdEndpoints, openIdEndpoints } from './endpoints.ts'
