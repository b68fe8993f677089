import { transactionCount, transactionList } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import {
  stationTransactionColumns,
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
import { SessionDrawer } from '../transaction/session-drawer.tsx'
import { transactionAddress, TransactionMenu } from '../transaction-menu.tsx'
import css from './station.module.css'

const where = { ...listParameters, state: oneOf(transactionStateFilters), ...rangeParameters(), tx: whole(0) }

/** The charging sessions of one station. */
export function Transactions({ station }: { station: Station }) {
  const t = useTexts('transactions')
  const word = useTransactionStateLabel()
  const tStation = useTexts('station')
  const [at, go] = useAddress(where)
  const range = useRangeText(at)
  const wanted = wantedTransactions(at.q, ['code', 'cardname', 'reason'])
  const transactions = usePagedList({
    name: 'station-transactions',
    list: transactionList,
    count: transactionCount,
    columns: stationTransactionColumns,
    where,
    at,
    go,
    ...wanted,
    filter: { ...wanted.filter, stationid: station.id },
    search: rangeSearch('datestart', resolveRange(at)),
    filterBy: { state: 'statecode' },
    order: ['datestart DESC'],
    hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'],
    station: station.id,
  })
  return (
    <div className={`${css.flush} ${css.list}`}>
      <ListFrame
        list={transactions}
        label={t('title')}
        file={`transactions-${station.identity}`}
        placeholder={tStation('transactions.filter')}
        filters={[
          segmentFilter(transactions, 'state', {
            label: t('columns.state'),
            word: (state) => (state === 'all' ? t('all') : word(state)),
          }),
          rangeFilter(at, go, range),
        ]}
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('empty')}
            lead={tStation('transactions.emptyLead')}
          />
        }
        rowName={(row) => String(row.transactionid)}
        rowState={(row) => row.statecode}
        href={transactionAddress}
        onOpen={(row) => go({ tx: row.transactionid }, { push: true })}
        renderMenu={(row) =>
          Object.keys(row.methods).length > 0 && <TransactionMenu transaction={row} isOfStation />
        }
      />
      {at.tx > 0 && (
        <SessionDrawer
          number={at.tx}
          rows={transactions.rows}
          onMove={(number) => go({ tx: number })}
          onClose={() => go({ tx: 0 })}
        />
      )}
    </div>
  )
}
