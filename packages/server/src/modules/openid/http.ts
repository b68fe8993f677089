import type { Handlers } from '../../shared/handlers.ts'
import type { OpenIdDeps } from './deps.ts'
import { ownLinks, removeOwnLink } from './own-links.ts'

/** Endpoints with which users manage their own links. */
export const openIdHttp = (deps: Pick<OpenIdDeps, 'db' | 'providers'>) =>
  ({
    userIdentityList: (viewer) => ownLinks(deps, viewer),
    userIdentityDelete: (viewer, { id }) => removeOwnLink(deps, viewer, id),
  }) satisfies Handlers
