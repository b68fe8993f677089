import type { Tx } from '../../storage/transaction.ts'
import { recordChange } from '../audit/index.ts'
import { personAuditRef } from '../identity/index.ts'
import { setConfirmedEmail, signInStateOf } from './store.ts'

/**
 * Gives a person the address that they have shown to be theirs. Who waited for it is written down as somebody new only
 * now: before, anybody could fill the audit trail with people who are none.
 */
export async function confirmAddress(
  tx: Tx,
  { id, email, now }: { id: string; email: string; now: Date },
  correlation: string,
): Promise<void> {
  const before = await signInStateOf(tx, id)
  await setConfirmedEmail(tx, id, email, now)
  const { username, account_id: accountId, interface_code } = before
  const told = personAuditRef({ id, username, accountId })
  const actor = { userId: id, username, correlation }
  await recordChange(
    tx,
    actor,
    before.awaits_confirmation
      ? { ...told, action: 'sign up', after: { username, email, interface_code } }
      : { ...told, action: 'email', before: { email: before.email }, after: { email } },
  )
}
