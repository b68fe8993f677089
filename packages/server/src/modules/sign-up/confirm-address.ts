import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { personAuditRef } from '../identity/index.ts'
import { setConfirmedEmail, signInStateOf } from './store.ts'

/**
 * Stores a confirmed address of a user. A user who signed up is recorded in the audit trail only now:
 * otherwise anyone could fill the trail with users that do not exist.
 */
export async function confirmAddress(
  tx: Tx,
  { id, email, now }: { id: string; email: string; now: Date },
  correlation: string,
): Promise<void> {
  const before = await signInStateOf(tx, id)
  await setConfirmedEmail(tx, id, { email, now })
  const { username, account_id: accountId, interface_code } = before
  const ref = personAuditRef({ id, username, accountId })
  const actor = { userId: id, username, correlation }
  await recordChange(
    tx,
    actor,
    before.awaits_confirmation
      ? { ...ref, action: 'sign up', after: { username, email, interface_code } }
      : { ...ref, action: 'email', before: { email: before.email }, after: { email } },
  )
}
