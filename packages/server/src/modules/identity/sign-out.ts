import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { revokeSession } from './session-store.ts'

/**
 * Ends a session immediately in all processes: its tokens and its open streams. `record` runs in the same
 * transaction.
 */
export async function signOut(
  deps: Pick<IdentityDeps, 'db' | 'bus' | 'clock'>,
  session: string,
  { reason, record }: { reason: string; record?: (tx: Tx) => Promise<void> },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await revokeSession(tx, session, { reason, now: deps.clock.now() }))) return
    await record?.(tx)
    await deps.bus.publish(tx, [{ kind: 'session.ended', session }])
  })
}

/** Returns the audit reference of a session that is ended from another one; `id` is its public id. */
export const sessionAuditRef = (id: string) => ({
  accountId: null,
  kind: 'change' as const,
  classCode: 'session',
  objectId: id,
  label: id,
  action: 'end',
})
