import type { Handlers } from '../../shared/handlers.ts'
import { listClasses, listTypes } from './classes.ts'
import type { IdentityDeps } from './deps.ts'
import { grantToken } from './grants.ts'
import { issueTicket } from './live-ticket.ts'
import { createAdministrator, isSetupNeeded } from './setup.ts'
import { signOut } from './sign-out.ts'
import { setUserLocale } from './store.ts'
import { whoAmI } from './who-am-i.ts'

export const identityHttp = (deps: IdentityDeps) =>
  ({
    token: (_viewer, body, request) => grantToken(deps, body, request),
    whoami: (viewer) => whoAmI(deps, viewer),
    classList: async (viewer, body) => listClasses(viewer, body.fields),
    typeList: async (_viewer, body) => listTypes(body.fields),
    setLocale: async (viewer, body) => {
      await setUserLocale(deps.db, viewer.userId, body.code, deps.clock.now())
      return { result: true }
    },
    signOut: async (viewer) => {
      await signOut(deps, viewer.session, 'signed out')
      return { result: true }
    },
    setupState: async () => ({ needed: await isSetupNeeded(deps) }),
    setupAdministrator: (_viewer, body, request) => createAdministrator(deps, body, request),
    liveTicket: (viewer) => issueTicket(deps, viewer.session),
  }) satisfies Handlers
