import { IconArrowsExchange } from '@tabler/icons-react'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { transactionColumns } from '../../../features/transactions/transaction-columns.tsx'
import { useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import station from '../station/station.module.css'
import { sessionParameters, useSessionList } from '../transaction/use-session-list.tsx'
import { TransactionMenu } from '../transaction-menu.tsx'
import { sessionsOfClient } from './sessions-of-client.ts'

/** Sessions at the stations of the client, and with its cards. */
export function ClientSessions({ client }: { client: Client }) {
  const t = useTexts('clients')
  const tTransactions = useTexts('transactions')
  const [at, go] = useAddress(sessionParameters)
  const sessions = useSessionList({
    name: 'client-sessions',
    columns: transactionColumns,
    at,
    go,
    fields: ['identity', 'stationlabel', 'code', 'cardname'],
    search: sessionsOfClient(client.id),
  })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        {...sessions.rowProps}
        list={sessions.list}
        label={t('tabs.sessions')}
        file={`sessions-${client.code}`}
        placeholder={tTransactions('filter')}
        filters={sessions.filters}
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('sessions.empty')}
            lead={t('sessions.emptyLead')}
          />
        }
        renderMenu={(row) => <TransactionMenu transaction={row} />}
      />
      {sessions.drawer}
    </div>
  )
}
