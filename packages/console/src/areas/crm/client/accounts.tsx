import { clientAccountCount, clientAccountList, clientAccountOpen, clientSet } from '@stationmaster/contract'
import { IconWallet } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { accountColumns, accountHints } from '../../../features/clients/account-columns.tsx'
import { useAccountMenu } from '../../../features/clients/account-menu.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import station from '../station/station.module.css'

const LowBalanceDialog = lazy(async () => ({
  default: (await import('../../../features/clients/account-dialogs.tsx')).LowBalanceDialog,
}))

const where = { ...listParameters, low: flag() }
/** All columns are shown here except the client. */
const columns = accountColumns
  .filter(({ id }) => id !== 'client')
  .map((column) => ({ ...column, hidden: false, ...(column.id === 'code' && { narrow: 'title' as const }) }))

/** The accounts of the client, and below which balance it gets a notice. */
export function ClientAccounts({ client }: { client: Client }) {
  const t = useTexts('accounts')
  const format = useFormat()
  const may = useMay()
  const { id, lowbalance, currencycode } = client
  const isDeleted = client.statecode === 'deleted'
  const [at, go] = useAddress(where)
  const { renderMenu, dialog } = useAccountMenu()
  const open = useChange(clientAccountOpen, { done: t('opened') })
  const accounts = usePagedList({
    name: 'client-accounts',
    list: clientAccountList,
    count: clientAccountCount,
    columns,
    where,
    at,
    go,
    fields: ['code', 'currency'],
    filter: { client: id },
    order: ['currency'],
    hints: accountHints,
  })
  const mayOpen = may(clientAccountOpen, { id }) && !isDeleted
  const notice =
    lowbalance === null ? t('low.none') : t('low.below', { amount: format.money(lowbalance, currencycode) })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={accounts}
        label={t('title')}
        file={`accounts-${client.code}`}
        placeholder={t('filterOfClient')}
        tools={
          may(clientSet, { id }) &&
          !isDeleted && <Button onClick={() => go({ low: true }, { push: true })}>{notice}</Button>
        }
        empty={
          <Empty
            icon={<IconWallet size={28} stroke={1.5} />}
            title={t('empty')}
            lead={t('emptyLead')}
            action={
              mayOpen && (
                <Button loading={open.isPending} onClick={() => open.mutate({ id })}>
                  {t('open')}
                </Button>
              )
            }
          />
        }
        rowName={({ code }) => code}
        renderMenu={renderMenu}
      />
      {dialog}
      <Suspense>{at.low && <LowBalanceDialog client={client} onClose={() => go({ low: false })} />}</Suspense>
    </div>
  )
}
