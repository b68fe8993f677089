import { isRefusal, type Refusal, refuse } from '../../shared/refusal.ts'
import type { Viewer } from '../../shared/scope.ts'
import { outsideTenant } from '../../storage/tenant-pool.ts'
import { inTransaction } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { hasOwnStart } from '../driver/index.ts'
import { endSessionsOf } from '../identity/index.ts'
import { hasOtherAdministrator, lastAdministrator } from '../people/index.ts'
import type { ProfileDeps } from './profile.ts'
import { erasePerson, lockForErasure, readPersonalData } from './personal-data-store.ts'

/** Returns the personal data of the caller (D3). */
export const exportPersonalData = async ({ db, clock }: ProfileDeps, viewer: Viewer) => ({
  created: clock.now().toISOString(),
  ...(await readPersonalData(db, viewer)),
})

/** Erases the caller (D4): signed out everywhere, cards ended, sessions and invoices without the person. */
export async function eraseOwnAccount(
  deps: ProfileDeps,
  viewer: Viewer,
): Promise<{ result: true; message: string } | Refusal> {
  const { userId, accountId, isAdmin } = viewer
  // the queries name the user; row-level security would hide rows of other tables
  const refusal = await outsideTenant(() =>
    inTransaction(
      deps.db,
      async (tx) => {
        if (!(await lockForErasure(tx, userId))) return refuse('driver.erase_running')
        // the card of the session that follows would be deleted
        if (await hasOwnStart(tx, userId, deps.clock.now())) return refuse('driver.erase_starting')
        if (isAdmin && !(await hasOtherAdministrator(tx, userId))) return lastAdministrator
        await endSessionsOf(deps, tx, { userId, reason: 'the account was deleted by its user' })
        await erasePerson(tx, viewer, deps.clock.now())
        await recordChange(tx, viewer, {
          accountId,
          classCode: 'user',
          objectId: userId,
          label: `deleted-${userId}`,
          action: 'erase',
        })
        await deps.bus.publish(tx, [{ kind: 'person.changed', user: userId }])
        return null
      },
      { rollsBack: isRefusal },
    ),
  )
  return refusal ?? { result: true, message: 'Account deleted.' }
}
