import type { BodyOf, userPassword } from '@stationmaster/contract'
import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import {
  hashPasswordFor,
  passwordProblem,
  proveOwnPassword,
  setPassword,
  selfAuditRef,
} from '../identity/index.ts'
import type { ProfileDeps } from './profile.ts'
import { findProfile } from './store.ts'

/**
 * Changes the user's own password. The current session stays, all others end immediately, and the user is
 * notified by mail.
 */
export async function changePassword(
  deps: ProfileDeps,
  viewer: Viewer,
  body: BodyOf<typeof userPassword>,
): Promise<{ result: true; message: string } | Refusal> {
  const person = await findProfile(deps.db, viewer.userId, deps.clock.now())
  if (!person) return refuse('session.ended')
  const wrong = await proveOwnPassword(deps, person, {
    password: body.oldpass,
    session: viewer.session,
    field: 'oldpass',
  })
  if (wrong) return wrong
  const weak = passwordProblem(body.newpass, person, 'newpass')
  if (weak) return weak
  if (body.newpass === body.oldpass) return refuse('password.unchanged', { field: 'newpass' })
  const passwordHash = await hashPasswordFor(viewer.userId, body.newpass)
  if (isRefusal(passwordHash)) return passwordHash
  await inTransaction(deps.db, async (tx) => {
    await setPassword(deps, tx, { userId: person.id, passwordHash, exceptSession: viewer.session })
    await recordChange(tx, viewer, { ...selfAuditRef(viewer), action: 'password' })
    if (person.email)
      await deps.mail.write(tx, {
        to: person.email,
        locale: person.locale,
        kind: 'password-changed',
        path: '/user/password/recovery',
      })
  })
  return { result: true, message: 'Password successfully changed.' }
}
