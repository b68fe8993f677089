import type { Bus } from '../../bus/bus.ts'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { insertNotices, recipientsOf } from './store.ts'

export interface NewNotice {
  /** A username, the id of a user, or the code of a group. */
  to: string
  text: string
  /** Account of the object: users of other accounts get no notice, unless they are administrators. */
  accountId: string | null
  about?: { classCode: string; id: string; label: string | null }
  now: Date
}

/**
 * Writes a notice to each recipient in the caller's transaction, and returns their number. Refuses if there
 * is no recipient.
 */
export async function sendNotice(
  { tx, bus }: { tx: Tx; bus: Bus },
  { to, text, accountId, about, now }: NewNotice,
): Promise<{ count: number } | Refusal> {
  const people = await recipientsOf(tx, to, accountId)
  if (people.length === 0)
    return refuse('notice.recipient_not_found', { recipient: to.slice(0, 80), field: 'to' })
  await insertNotices(
    tx,
    people.map(({ id }) => ({
      id: newId(now.getTime()),
      created_at: now,
      user_id: id,
      text,
      class_code: about?.classCode ?? null,
      object_id: about?.id ?? null,
      object_label: about?.label ?? null,
    })),
  )
  const accounts = [...new Set(people.map((person) => person.account_id))]
  await bus.publish(
    tx,
    accounts.map((account) => ({
      kind: 'hint' as const,
      account,
      hint: { kind: 'notice.changed' as const },
    })),
  )
  return { count: people.length }
}
