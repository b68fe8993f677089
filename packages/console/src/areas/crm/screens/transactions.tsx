import { transactionSum } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { equals, placeFilter, placeTerms } from '../../../features/stations/place-filter.tsx'
import { transactionColumns } from '../../../features/transactions/transaction-columns.tsx'
import { text, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { tagFilter } from '../../../ui/table/tag-filter.tsx'
import { textColumn } from '../../../ui/table/column-kinds.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { sessionsOfClient } from '../client/sessions-of-client.ts'
import { sessionHints } from '../transaction/session-hints.ts'
import { sessionParameters, useSessionList } from '../transaction/use-session-list.tsx'
import { TransactionMenu } from '../transaction-menu.tsx'

const where = { ...sessionParameters, site: text(), network: text(), client: text(), tag: text() }

const columns = [
  ...transactionColumns,
  textColumn('sitename', 'transactions:columns.site', { id: 'site', hidden: true }),
  textColumn('networkname', 'transactions:columns.network', { id: 'network', hidden: true }),
]

/** The charging sessions of all stations. */
export default function Transactions() {
  const t = useTexts('transactions')
  const format = useFormat()
  const [at, go] = useAddress(where)
  const sessions = useSessionList({
    name: 'transactions',
    columns,
    at,
    go,
    fields: ['identity', 'stationlabel', 'code', 'cardname'],
    search: [
      ...placeTerms(at),
      ...(at.client === '' ? [] : sessionsOfClient(at.client)),
      ...equals('stationtags', at.tag),
    ],
  })
  const sum = useEndpoint(transactionSum, sessions.list.matching, { hints: sessionHints, keepPrevious: true })
  return (
    <ListScreen
      {...sessions.rowProps}
      list={sessions.list}
      title={t('title')}
      count={(count) => t('count', { count })}
      facts={sum.data && <span>{t('sum', { energy: format.energy(sum.data.sum) })}</span>}
      placeholder={t('filter')}
      filters={[
        ...sessions.filters,
        placeFilter({ at, go }, t('columns.site')),
        clientFilter({ at, go }, t('columns.client')),
        tagFilter({ at, go, rows: sessions.list.rows.map(({ stationtags }) => ({ tags: stationtags })) }),
      ]}
      empty={
        <Empty
          icon={<IconArrowsExchange size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
        />
      }
      renderMenu={(row) => <TransactionMenu transaction={row} />}
    >
      {sessions.drawer}
    </ListScreen>
  )
}
