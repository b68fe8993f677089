import { queryable } from '../../storage/queryable.ts'
import { inTransaction, type Tx } from '../../storage/transaction.ts'
import type { IdentityDeps } from './deps.ts'
import { revokeSession } from './session-store.ts'

/**
 * Ends a session at once, everywhere: its tokens, and the streams that are open under it. `record` runs in the
 * transaction that does it.
 */
export async function signOut(
  deps: Pick<IdentityDeps, 'db' | 'bus' | 'clock'>,
  session: string,
  why: string,
  record?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    if (!(await revokeSession(tx, session, why, deps.clock.now()))) return
    await record?.(tx)
    await deps.bus.publish(queryable(tx), [{ kind: 'session.ended', session }])
  })
}

/** What the audit trail says when one session is ended from another; `id` is what people see of it. */
export const sessionAuditRef = (id: string) => ({
  accountId: null,
  kind: 'change' as const,
  classCode: 'session',
  objectId: id,
  label: id,
  action: 'end',
})
