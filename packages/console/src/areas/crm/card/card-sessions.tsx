import { Link } from 'react-router'
import type { Card as ChargingCard } from '../../../features/cards/card-columns.tsx'
import { transactionColumns } from '../../../features/transactions/transaction-columns.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Card } from '../../../ui/page/page.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { transactionAddress } from '../transaction-menu.tsx'
import css from './card.module.css'
import { useCardSessions } from './use-card.ts'

/** Rows of the short list; the list of all sessions has more. */
const shownRows = 6
const shownColumns = new Set(['station', 'state', 'start', 'duration', 'energy'])
const columns = transactionColumns
  .filter(({ id }) => shownColumns.has(id))
  .map(({ sort: _sort, ...one }) => one)

/** The latest sessions of a card. */
export function CardSessions({ card }: { card: ChargingCard }) {
  const t = useTexts('cards')
  const found = useCardSessions(card.id)
  const rows = found.data ?? []
  return (
    <Card
      title={t('page.sessions')}
      pad={false}
      actions={
        rows.length > 0 && (
          <Link
            to={addressOf('/crm/transactions', [], { q: card.code })}
            aria-label={`${t('all')}: ${t('page.sessions')}`}
          >
            {t('all')}
          </Link>
        )
      }
    >
      <div className={css.table}>
        <PartTable
          query={found}
          label={t('page.sessions')}
          columns={columns}
          rows={rows.slice(0, shownRows)}
          rowId={({ id }) => id}
          rowName={({ transactionid }) => String(transactionid)}
          rowState={({ statecode }) => statecode}
          href={transactionAddress}
          empty={<p className={css.empty}>{t('page.noSessions')}</p>}
        />
      </div>
    </Card>
  )
}
