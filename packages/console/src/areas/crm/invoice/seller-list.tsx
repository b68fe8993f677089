import { sellerCount, sellerList, sellerSet } from '@stationmaster/contract'
import { IconBuildingStore } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { sellerColumns } from '../../../features/invoices/seller-columns.tsx'
import { SellerMenu } from '../../../features/invoices/seller-menu.tsx'
import type { Seller } from '../../../features/invoices/seller-fields.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const SellerDialog = lazy(async () => ({
  default: (await import('../../../features/invoices/seller-dialog.tsx')).SellerDialog,
}))

/** Companies in whose name invoices are issued, with what they lack for that. */
export default function Sellers() {
  const t = useTexts('invoices')
  const mayAdd = useMay()(sellerSet, { id: null })
  const [at, go] = useAddress(listParameters)
  const [edited, edit] = useState<Seller | 'new' | null>(null)
  const sellers = usePagedList({
    name: 'sellers',
    list: sellerList,
    count: sellerCount,
    columns: sellerColumns,
    where: listParameters,
    at,
    go,
    fields: ['name', 'code'],
    order: ['name'],
    hints: ['seller.changed', 'rights.changed'],
  })
  const create = mayAdd && { label: t('sellers.add'), onCreate: () => edit('new') }
  return (
    <ListScreen
      list={sellers}
      title={t('sellers.title')}
      crumbs={[{ label: t('title'), to: addressOf('/crm/invoice') }]}
      count={(count) => t('sellers.count', { count })}
      create={create}
      placeholder={t('sellers.filter')}
      empty={
        <Empty
          icon={<IconBuildingStore size={28} stroke={1.5} />}
          title={t('sellers.empty')}
          lead={t('sellers.emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={({ name }) => name}
      rowState={({ statecode }) => statecode}
      onOpen={(seller) => edit(seller)}
      renderMenu={(seller) => <SellerMenu seller={seller} onEdit={() => edit(seller)} />}
    >
      <Suspense>
        {edited && <SellerDialog seller={edited === 'new' ? null : edited} onClose={() => edit(null)} />}
      </Suspense>
    </ListScreen>
  )
}
