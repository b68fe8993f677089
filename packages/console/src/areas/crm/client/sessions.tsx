import { transactionCount, transactionList } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Client } from '../../../features/clients/client-columns.tsx'
import {
  transactionColumns,
  transactionStateFilters,
  useTransactionStateLabel,
  wantedTransactions,
} from '../../../features/transactions/transaction-columns.tsx'
import { listParameters, oneOf, useAddress, whole } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { rangeParameters, rangeSearch, resolveRange } from '../../../lib/time-range.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { rangeFilter } from '../../../ui/time/range-filter.tsx'
import { useRangeText } from '../../../ui/time/use-range-text.ts'
import station from '../station/station.module.css'
import { SessionDrawer } from '../transaction/session-drawer.tsx'
import { transactionAddress, TransactionMenu } from '../transaction-menu.tsx'
import { sessionsOfClient } from './sessions-of-client.ts'

const where = { ...listParameters, state: oneOf(transactionStateFilters), ...rangeParameters(), tx: whole(0) }

/** Sessions at the stations of the client, and with its cards. */
export function ClientSessions({ client }: { client: Client }) {
  const t = useTexts('clients')
  const tTransactions = useTexts('transactions')
  const word = useTransactionStateLabel()
  const [at, go] = useAddress(where)
  const range = useRangeText(at)
  const sessions = usePagedList({
    name: 'client-sessions',
    list: transactionList,
    count: transactionCount,
    columns: transactionColumns,
    where,
    at,
    go,
    ...wantedTransactions(at.q, ['identity', 'stationlabel', 'code', 'cardname']),
    filterBy: { state: 'statecode' },
    search: [...rangeSearch('datestart', resolveRange(at)), ...sessionsOfClient(client.id)],
    order: ['datestart DESC'],
    hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'],
  })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={sessions}
        label={t('tabs.sessions')}
        file={`sessions-${client.code}`}
        placeholder={tTransactions('filter')}
        filters={[
          segmentFilter(sessions, 'state', {
            label: tTransactions('columns.state'),
            word: (state) => (state === 'all' ? tTransactions('all') : word(state)),
          }),
          rangeFilter(at, go, range),
        ]}
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('sessions.empty')}
            lead={t('sessions.emptyLead')}
          />
        }
        rowName={(row) => String(row.transactionid)}
        rowState={(row) => row.statecode}
        href={transactionAddress}
        onOpen={(row) => go({ tx: row.transactionid }, { push: true })}
        renderMenu={(row) => <TransactionMenu transaction={row} />}
      />
      {at.tx > 0 && (
        <SessionDrawer
          number={at.tx}
          rows={sessions.rows}
          onMove={(number) => go({ tx: number })}
          onClose={() => go({ tx: 0 })}
        />
      )}
    </div>
  )
}
