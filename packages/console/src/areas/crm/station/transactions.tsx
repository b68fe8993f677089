import { IconArrowsExchange } from '@tabler/icons-react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { stationTransactionColumns } from '../../../features/transactions/transaction-columns.tsx'
import { useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { sessionParameters, useSessionList } from '../transaction/use-session-list.tsx'
import { TransactionMenu } from '../transaction-menu.tsx'
import css from './station.module.css'

/** The charging sessions of one station. */
export function Transactions({ station }: { station: Station }) {
  const t = useTexts('transactions')
  const tStation = useTexts('station')
  const [at, go] = useAddress(sessionParameters)
  const sessions = useSessionList({
    name: 'station-transactions',
    columns: stationTransactionColumns,
    at,
    go,
    fields: ['code', 'cardname', 'reason'],
    station: station.id,
  })
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListFrame
        {...sessions.rowProps}
        list={sessions.list}
        label={t('title')}
        file={`transactions-${station.identity}`}
        placeholder={tStation('transactions.filter')}
        filters={sessions.filters}
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('empty')}
            lead={tStation('transactions.emptyLead')}
          />
        }
        renderMenu={(row) =>
          Object.keys(row.methods).length > 0 && <TransactionMenu transaction={row} isOfStation />
        }
      />
      {sessions.drawer}
    </div>
  )
}
