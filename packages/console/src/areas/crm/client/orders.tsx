import { orderCount, orderList } from '@stationmaster/contract'
import { IconArrowsExchange } from '@tabler/icons-react'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { orderColumns } from '../../../features/payments/order-columns.tsx'
import { listParameters, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import station from '../station/station.module.css'

/** The orders of the client: transfers from and to its accounts. */
export function ClientOrders({ client }: { client: Client }) {
  const t = useTexts('payments')
  const tClients = useTexts('clients')
  const [at, go] = useAddress(listParameters)
  const orders = usePagedList({
    name: 'client-orders',
    list: orderList,
    count: orderCount,
    columns: orderColumns,
    where: listParameters,
    at,
    go,
    fields: ['code', 'description', 'payername', 'payeename'],
    filter: { client: client.id },
    order: ['datetime DESC'],
    hints: ['payment.changed', 'invoice.changed', 'charge.changed', 'rights.changed'],
  })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={orders}
        label={tClients('tabs.orders')}
        file={`orders-${client.code}`}
        placeholder={t('orderFilter')}
        empty={
          <Empty
            icon={<IconArrowsExchange size={28} stroke={1.5} />}
            title={t('noOrders')}
            lead={t('noOrdersLead')}
          />
        }
        rowName={({ code }) => code}
      />
    </div>
  )
}
