// OpenID Connect: sign-in with an external account. The browser is redirected to the provider and returns
// with a code; the two servers do the rest. The user is identified by issuer and subject, never by the e-mail
// alone. Not here: sessions (identity) and the creation of new users (sign-up).
import type { Handlers } from '../../shared/handlers.ts'
import type { ModuleContext } from '../module.ts'
import type { OpenIdDeps } from './deps.ts'
import { openIdEndpoints } from './endpoints.ts'
import { ownLinks, removeOwnLink } from './own-links.ts'

export function registerOpenId(ctx: ModuleContext, deps: Pick<OpenIdDeps, 'identity' | 'mail' | 'signUp'>) {
  const openId = { ...ctx, ...deps, providers: ctx.config.openId }
  return { handlers: openIdHttp(openId), pages: openIdEndpoints(openId) }
}

/** Endpoints with which users manage their own links. */
const openIdHttp = (deps: Pick<OpenIdDeps, 'db' | 'providers'>) =>
  ({
    userIdentityList: (viewer) => ownLinks(deps, viewer),
    userIdentityDelete: (viewer, { id }) => removeOwnLink(deps, viewer, id),
  }) satisfies Handlers
