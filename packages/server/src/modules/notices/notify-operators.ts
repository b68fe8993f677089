import { locales } from '@stationmaster/contract'
import type { Bus } from '../../bus/bus.ts'
import { newId } from '../../shared/ids.ts'
import type { Tx } from '../../storage/transaction.ts'
import { insertNotices, operatorsOf, type Severity } from './store.ts'

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
