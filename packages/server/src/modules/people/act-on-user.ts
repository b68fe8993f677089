import { userCan } from '@stationmaster/contract'
import { type Refusal, refuse, refuseAs } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { queryable } from '../../storage/queryable.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { dropSecondFactor, endSessionsOf, forgetSignInTries } from '../identity/index.ts'
import { lastAdministrator, noUser, type PeopleDeps, userAuditRef } from './deps.ts'
import { hasOtherAdministrator, type LockedUser, lockUser, updateUser, type UserChange } from './store.ts'

type Action = keyof typeof userCan

const outcome = {
  lock: { state: 'locked', done: 'blocked' },
  unlock: { state: 'active', done: 'let in again' },
  expire: { state: 'expired', done: 'ended' },
  delete: { state: 'deleted', done: 'deleted' },
} as const satisfies Record<Action, object>

/** Blocks, lets in again, ends or deletes a person. What ends their access ends their sessions with it (A3). */
export const actOnUser = (deps: PeopleDeps, viewer: Viewer, id: string, action: Action) =>
  onUser({ deps, viewer, action }, id, async (tx, user) => {
    if (!(userCan[action] as readonly string[]).includes(user.state))
      return refuse('not-possible', `A person who is ${user.state} cannot be ${outcome[action].done}`, 'id')
    const { state } = outcome[action]
    if (action === 'unlock') {
      await forgetSignInTries(tx, id)
      // whoever has not signed in yet, or not confirmed their e-mail, is still expected
      return user.state === 'open' ? {} : { state: user.awaits_confirmation ? 'open' : state }
    }
    if (id === viewer.userId)
      return refuseAs('not_yourself', refuse('not-possible', 'Nobody can do this to themselves', 'id'))
    if (user.is_admin && !(await hasOtherAdministrator(tx, id))) return lastAdministrator
    await endSessionsOf(deps, tx, id, `${outcome[action].done} by an administrator`)
    return { state }
  })

/** Every session ends, and the next sign-in must change the password. */
export const expirePassword = (deps: PeopleDeps, viewer: Viewer, id: string) =>
  onUser({ deps, viewer, action: 'password expire' }, id, async (tx, user) => {
    if (user.state === 'deleted') return noUser
    await endSessionsOf(deps, tx, id, 'the password was expired by an administrator')
    return { must_change_password: true }
  })

/** For somebody who has lost their second factor. */
export const removeSecondFactor = (deps: PeopleDeps, viewer: Viewer, id: string) =>
  onUser({ deps, viewer, action: 'totp remove' }, id, async (tx) => {
    if (!(await dropSecondFactor(tx, id))) return refuse('not-possible', 'There is no second factor', 'id')
    await endSessionsOf(deps, tx, id, 'the second factor was removed by an administrator')
    return {}
  })

/** Runs the act on the locked row and stores what it changes; all processes hear of it. */
function onUser(
  { deps, viewer, action }: { deps: PeopleDeps; viewer: Viewer; action: string },
  id: string,
  act: (tx: Tx, user: LockedUser) => Promise<UserChange | Refusal>,
): Promise<null | Refusal> {
  return inTransaction(deps.db, async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) return noUser
    const change = await act(tx, user)
    if ('refusal' in change) return change
    await updateUser(tx, id, change, deps.clock.now())
    const { state } = user
    const after = { state: change.state ?? state }
    const isSame = after.state === state
    await recordChange(tx, viewer, {
      ...userAuditRef(user),
      action,
      ...(isSame ? {} : { before: { state }, after }),
    })
    await deps.bus.publish(queryable(tx), [{ kind: 'person.changed', user: id }])
    return null
  })
}
