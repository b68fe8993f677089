import { transactionSum } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { transactionColumns } from '../../../features/transactions/transaction-columns.tsx'
import { text, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { sessionsOfClient } from '../client/sessions-of-client.ts'
import { sessionHints, sessionParameters, useSessionList } from '../transaction/use-session-list.tsx'
import { TransactionMenu } from '../transaction-menu.tsx'

const where = { ...sessionParameters, client: text() }

/** The charging sessions of all stations. */
export default function Transactions() {
  const t = useTexts('transactions')
  const format = useFormat()
  const [at, go] = useAddress(where)
  const sessions = useSessionList({
    name: 'transactions',
    columns: transactionColumns,
    at,
    go,
    fields: ['identity', 'stationlabel', 'code', 'cardname'],
    search: at.client === '' ? [] : sessionsOfClient(at.client),
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
      filters={[...sessions.filters, clientFilter({ at, go }, t('columns.client'))]}
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
