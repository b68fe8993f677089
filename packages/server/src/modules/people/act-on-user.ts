import { userCan } from '@stationmaster/contract'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { updateVersioned } from '../../storage/row-version.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { clearSignInAttempts, dropSecondFactor, endSessionsOf, userAuditRef } from '../identity/index.ts'
import { lastAdministrator, type PeopleDeps, userNotFound } from './deps.ts'
import { hasOtherAdministrator, type LockedUser, lockUser, type UserChange } from './store.ts'

type Action = keyof typeof userCan

const outcome = {
  lock: { state: 'locked', done: 'blocked' },
  unlock: { state: 'active', done: 'unblocked' },
  expire: { state: 'expired', done: 'ended' },
  delete: { state: 'deleted', done: 'deleted' },
} as const satisfies Record<Action, object>

/** Blocks, unblocks, ends or deletes a user. Ending the access ends the user's sessions as well (A3). */
export const actOnUser = (deps: PeopleDeps, viewer: Viewer, { id, action }: { id: string; action: Action }) =>
  onUser({ deps, viewer, action }, id, async (tx, user) => {
    if (!(userCan[action] as readonly string[]).includes(user.state))
      return refuse('user.wrong_state', { field: 'id' })
    const { state } = outcome[action]
    if (action === 'unlock') {
      await clearSignInAttempts(tx, id)
      // a user who has not signed in yet, or not confirmed the email address, is open rather than active
      return user.state === 'open' ? {} : { state: user.awaits_confirmation ? 'open' : state }
    }
    if (id === viewer.userId) return refuse('user.not_yourself', { field: 'id' })
    if (user.is_admin && !(await hasOtherAdministrator(tx, id))) return lastAdministrator
    await endSessionsOf(deps, tx, { userId: id, reason: `${outcome[action].done} by an administrator` })
    return { state }
  })

/** Ends all sessions of the user; the password must be changed at the next sign-in. */
export const expirePassword = (deps: PeopleDeps, viewer: Viewer, id: string) =>
  onUser({ deps, viewer, action: 'password expire' }, id, async (tx, user) => {
    if (user.state === 'deleted') return userNotFound
    await endSessionsOf(deps, tx, { userId: id, reason: 'the password was expired by an administrator' })
    return { must_change_password: true }
  })

/** Removes two-factor authentication of a user who can no longer use it, and ends their sessions. */
export const removeSecondFactor = (deps: PeopleDeps, viewer: Viewer, id: string) =>
  onUser({ deps, viewer, action: 'totp remove' }, id, async (tx) => {
    if (!(await dropSecondFactor(tx, id))) return refuse('user.no_second_factor', { field: 'id' })
    await endSessionsOf(deps, tx, { userId: id, reason: 'the second factor was removed by an administrator' })
    return {}
  })

/** Applies an action to the locked row, stores its changes and notifies all processes. */
function onUser(
  { deps, viewer, action }: { deps: PeopleDeps; viewer: Viewer; action: string },
  id: string,
  act: (tx: Tx, user: LockedUser) => Promise<UserChange | Refusal>,
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) return userNotFound
    const change = await act(tx, user)
    if ('refusal' in change) return change
    await updateVersioned(tx, { table: 'users', id }, { change, now: deps.clock.now() })
    const { state } = user
    const after = { state: change.state ?? state }
    const isSame = after.state === state
    await recordChange(tx, viewer, {
      ...userAuditRef(user),
      action,
      ...(isSame ? {} : { before: { state }, after }),
    })
    await deps.bus.publish(tx, [{ kind: 'person.changed', user: id }])
    return null
  })
}
