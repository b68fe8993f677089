import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { sessionCause } from './session-cause.ts'
import type { Transaction } from './transaction-columns.tsx'

/** One sentence about what is unusual in a session, and the next step; nothing for an ordinary session. */
export function CauseNotice({ transaction }: { transaction: Transaction }) {
  const t = useTexts('transactions')
  const found = sessionCause(transaction)
  if (found === null) return null
  return (
    <Notice tone={found.tone} icon={<IconAlertTriangle size={18} />}>
      <b>{t(`causes.${found.cause}.is`)}</b> {t(`causes.${found.cause}.next`)}
    </Notice>
  )
}
