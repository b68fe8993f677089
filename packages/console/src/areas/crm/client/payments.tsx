import { paymentCount, paymentList, paymentStates } from '@stationmaster/contract'
import { IconCash } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { type Payment, paymentColumns } from '../../../features/payments/payment-columns.tsx'
import { PaymentMenu } from '../../../features/payments/payment-menu.tsx'
import { useProviders } from '../../../features/payments/use-pay.ts'
import { flag, listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import station from '../station/station.module.css'

const TopUpDialog = lazy(async () => ({
  default: (await import('../../../features/payments/top-up-dialog.tsx')).TopUpDialog,
}))
const RefundDialog = lazy(async () => ({
  default: (await import('../../../features/payments/refund-dialog.tsx')).RefundDialog,
}))

const where = { ...listParameters, state: oneOf(['all', ...paymentStates]), add: flag() }

/** The payments of the client. */
export function ClientPayments({ client }: { client: Client }) {
  const t = useTexts('payments')
  const tClients = useTexts('clients')
  const customLabels = useCustomLabels()
  const [at, go] = useAddress(where)
  const [refunded, setRefunded] = useState<Payment | null>(null)
  const { online } = useProviders()
  const mayAdd = online.length > 0 && client.statecode !== 'deleted'
  const payments = usePagedList({
    name: 'client-payments',
    list: paymentList,
    count: paymentCount,
    columns: paymentColumns,
    where,
    at,
    go,
    fields: ['invoicecode', 'code', 'reference'],
    filterBy: { state: 'statecode' },
    filter: { client: client.id },
    order: ['datetime DESC'],
    hints: ['payment.changed', 'rights.changed'],
  })
  const add = (): void => go({ add: true }, { push: true })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={payments}
        label={tClients('tabs.payments')}
        file={`payments-${client.code}`}
        placeholder={t('filter')}
        filters={[
          selectFilter(payments, 'state', {
            label: t('columns.state'),
            word: (state) =>
              state === 'all' ? t('allStates') : (customLabels('payment', state) ?? t(`states.${state}`)),
            width: 190,
          }),
        ]}
        tools={mayAdd && <Button onClick={add}>{t('topUp.button')}</Button>}
        empty={
          <Empty
            icon={<IconCash size={28} stroke={1.5} />}
            title={t('empty')}
            lead={t('emptyLead')}
            action={mayAdd && <Button onClick={add}>{t('topUp.button')}</Button>}
          />
        }
        rowName={({ label }) => label}
        renderMenu={(payment) => <PaymentMenu payment={payment} onRefund={() => setRefunded(payment)} />}
      />
      <Suspense>
        {refunded && <RefundDialog payment={refunded} onClose={() => setRefunded(null)} />}
        {at.add && mayAdd && (
          <TopUpDialog
            client={client}
            providers={online.map(({ code }) => code)}
            onClose={() => go({ add: false })}
          />
        )}
      </Suspense>
    </div>
  )
}
