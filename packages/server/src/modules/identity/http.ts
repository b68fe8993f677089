import { type Handlers, isOtherAnswer } from '../../shared/handlers.ts'
import { refuse } from '../../shared/refusal.ts'
import { recordChange } from '../audit/index.ts'
import { authorize } from './authorize.ts'
import { chooseLocale, whoAmI } from './who-am-i.ts'
import type { IdentityDeps } from './deps.ts'
import { grantToken } from './grants.ts'
import { issueTicket } from './live-ticket.ts'
import { endOtherSessions, endOwnSession, ownSessions, signOut } from './sign-out.ts'
import { beginTotp, confirmTotp, proveSession, removeTotp, secondFactorState } from './second-factor.ts'
import { createAdministrator, isSetupNeeded } from './setup.ts'
import { logLoginSession } from './log-sign-in.ts'

/** Unlike the token endpoint, this one has no second step: the code must come with the password. */
const codeRequired = refuse('sign_in.code_required', { field: 'otp' })

export const identityHttp = (deps: IdentityDeps) =>
  ({
    token: (_viewer, body, request) => grantToken(deps, body, request),
    signIn: async (_viewer, body, request) => {
      const answer = await grantToken(deps, { ...body, grant_type: 'password' }, request)
      return isOtherAnswer(answer) ? codeRequired : answer
    },
    whoami: (viewer) => whoAmI(deps, viewer),
    setLocale: async (viewer, { code }) => {
      await chooseLocale(deps, viewer, code)
      return { result: true }
    },
    signOut: async (viewer) => {
      await signOut(deps, viewer.session, { reason: 'signed out' })
      const { session, accountId } = viewer
      logLoginSession(deps, { event: 'signed out', user: viewer, session, accountId, text: '' })
      return { result: true }
    },
    sessionList: (viewer) => ownSessions(deps, viewer),
    sessionEnd: (viewer, { id }) => endOwnSession(deps, viewer, id),
    sessionEndOthers: (viewer) => endOtherSessions(deps, viewer),
    sessionAuthorize: (viewer, body) => authorize(deps, viewer, body),
    sessionProve: (viewer, body) => proveSession(deps, viewer, body),
    totpGet: (viewer) => secondFactorState(deps, viewer),
    totpBegin: (viewer) => beginTotp(deps, viewer),
    totpConfirm: (viewer, { code }) => confirmTotp(deps, viewer, code),
    totpRemove: async (viewer, body) => (await removeTotp(deps, viewer, body)) ?? { result: true },
    signingKeyRotate: async (viewer) => {
      const rotated = await deps.keys.rotate()
      const { kid } = rotated
      await recordChange(deps.db, viewer, {
        accountId: null,
        classCode: 'signing_key',
        objectId: null,
        label: kid,
        action: 'rotate',
      })
      return rotated
    },
    setupState: async () => ({ needed: await isSetupNeeded(deps) }),
    setupAdministrator: (_viewer, body, request) => createAdministrator(deps, body, request),
    liveTicket: (viewer) => issueTicket(deps, viewer.session),
  }) satisfies Handlers
