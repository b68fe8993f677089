import { accountTypes, clientAccountCount, clientAccountList } from '@stationmaster/contract'
import { IconWallet } from '@tabler/icons-react'
import { accountColumns, accountHints } from '../../../features/clients/account-columns.tsx'
import { useAccountMenu } from '../../../features/clients/account-menu.tsx'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const where = { ...listParameters, type: oneOf(['all', ...accountTypes]) }

/** The accounts of all clients with their balances. */
export default function Accounts() {
  const t = useTexts('accounts')
  const [at, go] = useAddress(where)
  const accounts = usePagedList({
    name: 'accounts',
    list: clientAccountList,
    count: clientAccountCount,
    columns: accountColumns,
    where,
    at,
    go,
    fields: ['clientname', 'clientcode', 'code'],
    filterBy: { type: 'typecode' },
    order: ['clientname'],
    hints: accountHints,
  })
  const { renderMenu, dialog } = useAccountMenu()
  return (
    <ListScreen
      list={accounts}
      title={t('title')}
      count={(count) => t('count', { count })}
      placeholder={t('filter')}
      filters={[
        segmentFilter(accounts, 'type', {
          label: t('columns.type'),
          word: (type) => (type === 'all' ? t('all') : t(`types.${type}`)),
        }),
      ]}
      empty={<Empty icon={<IconWallet size={28} stroke={1.5} />} title={t('empty')} lead={t('emptyLead')} />}
      rowName={({ clientname, code }) => clientname ?? code}
      href={({ client }) => addressOf('/crm/client', [client ?? '', 'accounts'])}
      renderMenu={renderMenu}
    >
      {dialog}
    </ListScreen>
  )
}
