import { transactionGet } from '@stationmaster/contract'
import type { Transaction } from '../../../features/transactions/transaction-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { DrawerSteps } from '../../../ui/drawer-steps.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { useResolve } from '../resolve-transaction.ts'
import { SessionActions } from './session-actions.tsx'
import { sessionHintsOfOne } from './session-hints.ts'
import { SessionParts } from './session-parts.tsx'
import css from './session.module.css'

/** One session beside the list; the arrow keys move to the previous and the next row. */
export function SessionDrawer({
  number,
  rows,
  onMove,
  onClose,
}: {
  number: number
  rows: readonly Transaction[]
  onMove: (number: number) => void
  onClose: () => void
}) {
  const t = useTexts('transactions')
  const found = useEndpoint(transactionGet, { transactionid: number }, { hints: sessionHintsOfOne })
  const resolve = useResolve()
  const transaction = found.data
  return (
    <Drawer wide title={t('detail.title', { number })} onClose={onClose}>
      <div className={css.bar}>
        <DrawerSteps
          rows={rows}
          isCurrent={({ transactionid }) => transactionid === number}
          labels={{ previous: t('detail.previous'), next: t('detail.next') }}
          onMove={({ transactionid }) => onMove(transactionid)}
        />
        <LinkButton to={addressOf('/crm/transaction', [number])}>{t('detail.openPage')}</LinkButton>
        {transaction && <SessionActions transaction={transaction} resolve={resolve} />}
      </div>
      {transaction ? (
        <SessionParts transaction={transaction} error={resolve.error} />
      ) : (
        <Unloaded query={found} rows={5} />
      )}
    </Drawer>
  )
}
