import { transactionGet } from '@stationmaster/contract'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import type { Transaction } from '../../../features/transactions/transaction-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useResolve } from '../resolve-transaction.ts'
import { SessionActions } from './session-actions.tsx'
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
  const found = useEndpoint(
    transactionGet,
    { transactionid: number },
    { hints: ['transaction.changed', 'transaction.stopped', 'rights.changed'] },
  )
  const resolve = useResolve()
  const at = rows.findIndex(({ transactionid }) => transactionid === number)
  const neighbour = (step: -1 | 1) => (at < 0 ? undefined : rows[at + step])
  const move = (step: -1 | 1): void => {
    const row = neighbour(step)
    if (row) onMove(row.transactionid)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : null
    const isTyping =
      event.target instanceof Element && event.target.matches('input, textarea, select, [role=menuitem]')
    if (step === null || isTyping || event.defaultPrevented) return
    event.preventDefault()
    move(step)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const transaction = found.data
  return (
    <Drawer wide title={t('detail.title', { number })} onClose={onClose}>
      <div className={css.bar}>
        {rows.length > 0 && (
          <>
            <IconButton label={t('detail.previous')} disabled={!neighbour(-1)} onClick={() => move(-1)}>
              <IconChevronUp size={18} />
            </IconButton>
            <IconButton label={t('detail.next')} disabled={!neighbour(1)} onClick={() => move(1)}>
              <IconChevronDown size={18} />
            </IconButton>
          </>
        )}
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
