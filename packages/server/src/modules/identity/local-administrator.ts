import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { AuthContext, Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { consoleClientId, type IdentityDeps, userAuditRef } from './deps.ts'
import { personOf, touchRecent } from './find-caller.ts'
import {
  claimLocalAdministrator,
  insertAdministrator,
  isNameTaken,
  localAdministrator,
  longestSession,
  setUserState,
} from './setup-store.ts'
import { insertSession, removeSurplusSessions, revokeSessionsOf, sessionFacts } from './session-store.ts'
import { lifetimes } from './tokens.ts'

const actor = { system: 'AREAS' }

/**
 * Prepares the user on whose behalf requests without a token run while sign-in is switched off. It has no
 * password, so no one can sign in as this user; while sign-in is on, it is locked and its sessions are ended.
 */
export async function prepareLocalAdministrator(
  deps: Pick<IdentityDeps, 'db' | 'clock'>,
  accountId: string,
  isNeeded: boolean,
): Promise<void> {
  const now = deps.clock.now()
  await inTransaction(deps.db, async (tx) => {
    const id = newId(now.getTime())
    if (isNeeded && (await claimLocalAdministrator(tx, id))) {
      const isTaken = await isNameTaken(tx, 'local', '')
      const person = { id, username: isTaken ? `local-${id}` : 'local', email: null, passwordHash: null }
      await insertAdministrator(tx, accountId, { person, now })
      const after = { username: person.username, is_admin: true }
      const ref = userAuditRef({ ...person, account_id: accountId })
      await recordChange(tx, actor, { ...ref, action: 'create', after })
      return
    }
    const present = await localAdministrator(tx)
    if (!present) return
    // with a password it is an ordinary user that signs in and out like others
    if (present.password_hash !== null && !isNeeded) return
    const state = isNeeded ? 'active' : 'locked'
    if (!isNeeded) await revokeSessionsOf(tx, present.id, { reason: 'sign-in switched on', now })
    if (present.state === state) return
    await setUserState(tx, present.id, { state, now })
    await recordChange(tx, actor, {
      ...userAuditRef(present),
      action: 'update',
      before: { state: present.state },
      after: { state },
    })
  })
}

/** Returns the local administrator with the session that requests without a token share. */
export async function findLocalCaller(
  deps: IdentityDeps,
): Promise<{ kind: 'person'; viewer: Viewer; auth: AuthContext } | Refusal> {
  const user = await localAdministrator(deps.db)
  if (!user) return refuse('access.local_user_unavailable')
  const now = deps.clock.now()
  const code = (await longestSession(deps.db, user.id, now)) ?? (await openLocalSession(deps, user.id, now))
  const session = await sessionFacts(deps.db, code)
  const person = session && (await personOf(deps, session))
  if (!session || !person) return refuse('access.local_user_unavailable')
  await touchRecent(deps, session)
  // no password exists that could be requested again
  return { ...person, auth: { ...person.auth, provenAt: now, mustFirst: null } }
}

async function openLocalSession(deps: IdentityDeps, userId: string, now: Date): Promise<string> {
  const code = newId(now.getTime())
  const expires = new Date(now.getTime() + lifetimes.session)
  await insertSession(deps.db, {
    code,
    user_id: userId,
    client_id: consoleClientId,
    created_at: now,
    last_used_at: now,
    expires_at: expires,
    // no token is issued for it
    exchange_until: now,
    token_changed_at: now,
    proven_at: now,
    host: '',
    agent: '',
  })
  await removeSurplusSessions(deps.db, userId)
  return code
}
