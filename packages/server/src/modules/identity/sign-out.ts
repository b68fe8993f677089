import { queryable } from '../../storage/queryable.ts'
import { inTransaction } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { revokeSession } from './session-store.ts'

/** Ends a session at once, everywhere: its tokens, and the streams that are open under it. */
export async function signOut(
  deps: Pick<IdentityDeps, 'db' | 'bus' | 'clock'>,
  session: string,
  why: string,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (await revokeSession(tx, session, why, deps.clock.now()))
      await deps.bus.publish(queryable(tx), [{ kind: 'session.ended', session }])
  })
}
