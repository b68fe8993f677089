import { transactionCount, transactionList, transactionSum } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import {
  transactionColumns,
  transactionStateFilters,
  useTransactionStateLabel,
  wantedTransactions,
} from '../../../features/transactions/transaction-columns.tsx'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { rangeParameters, rangeSearch, resolveRange } from '../../../lib/time-range.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { rangeFilter } from '../../../ui/time/range-filter.tsx'
import { useRangeText } from '../../../ui/time/use-range-text.ts'
import { sessionsOfClient } from '../client/sessions-of-client.ts'
import { SessionDrawer } from '../transaction/session-drawer.tsx'
import { transactionAddress, TransactionMenu } from '../transaction-menu.tsx'

const where = {
  ...listParameters,
  state: oneOf(transactionStateFilters),
  ...rangeParameters(),
  client: text(),
  tx: text(),
}
const hints = ['transaction.started', 'transaction.changed', 'transaction.stopped'] as const

/** The charging sessions of all stations. */
export default function Transactions() {
  const t = useTexts('transactions')
  const word = useTransactionStateLabel()
  const format = useFormat()
  const [at, go] = useAddress(where)
  const range = useRangeText(at)
  const transactions = usePagedList({
    name: 'transactions',
    list: transactionList,
    count: transactionCount,
    columns: transactionColumns,
    where,
    at,
    go,
    ...wantedTransactions(at.q, ['identity', 'stationlabel', 'code', 'cardname']),
    filterBy: { state: 'statecode' },
    search: [
      ...rangeSearch('datestart', resolveRange(at)),
      ...(at.client === '' ? [] : sessionsOfClient(at.client)),
    ],
    order: ['datestart DESC'],
    hints,
  })
  const sum = useEndpoint(transactionSum, transactions.matching, { hints, keepPrevious: true })
  return (
    <ListScreen
      list={transactions}
      title={t('title')}
      count={(count) => t('count', { count })}
      facts={sum.data && <span>{t('sum', { energy: format.energy(sum.data.sum) })}</span>}
      placeholder={t('filter')}
      filters={[
        segmentFilter(transactions, 'state', {
          label: t('columns.state'),
          word: (state) => (state === 'all' ? t('all') : word(state)),
        }),
        rangeFilter(at, go, range),
        clientFilter(transactions, t('columns.client')),
      ]}
      empty={
        <Empty
          icon={<IconArrowsExchange size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
        />
      }
      rowName={(row) => String(row.transactionid)}
      rowState={(row) => row.statecode}
      href={transactionAddress}
      onOpen={(row) => go({ tx: String(row.transactionid) }, { push: true })}
      renderMenu={(row) => <TransactionMenu transaction={row} />}
    >
      {/^\d{1,10}$/.test(at.tx) && (
        <SessionDrawer
          number={Number(at.tx)}
          rows={transactions.rows}
          onMove={(number) => go({ tx: String(number) })}
          onClose={() => go({ tx: '' })}
        />
      )}
    </ListScreen>
  )
}
