import { locales } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import { newId } from '../../shared/ids.ts'
import { type Refusal, refuse } from '../../shared/refusal.ts'
import type { Tx } from '../../storage/transaction.ts'
import { insertNotices, operatorsOf, recipientsOf, type Severity } from './store.ts'

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

type Locale = (typeof locales)[number]

export interface OperatorNotice {
  accountId: string
  severity: Severity
  textOf(locale: Locale): string
  about?: { classCode: string; id: string; label: string | null }
  now: Date
}

/** Writes a notice to the operators of an account, each in their language, in the caller's transaction. */
export async function notifyOperators(
  { tx, bus }: { tx: Tx; bus: Bus },
  { accountId, severity, textOf, about, now }: OperatorNotice,
): Promise<void> {
  const operators = await operatorsOf(tx, accountId)
  if (operators.length === 0) return
  await insertNotices(
    tx,
    operators.map(({ id, locale }) => ({
      id: newId(now.getTime()),
      created_at: now,
      user_id: id,
      severity,
      text: textOf(locales.find((one) => one === locale) ?? 'en'),
      class_code: about?.classCode ?? null,
      object_id: about?.id ?? null,
      object_label: about?.label ?? null,
    })),
  )
  await bus.publish(tx, [{ kind: 'hint', account: accountId, hint: { kind: 'notice.changed' } }])
}
