import { sellerSet } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
import { EditItem } from '../../ui/methods/edit-item.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Seller } from './seller-fields.tsx'

/** Edit and the methods of a seller, as entries of a menu. */
export function SellerMenu({ seller, onEdit }: { seller: Seller; onEdit: () => void }) {
  const t = useTexts('invoices')
  const mayEdit = useMay()(sellerSet, { id: seller.id })
  return (
    <>
      <EditItem mayEdit={mayEdit} onClick={onEdit} />
      <MethodItems
        classCode="seller"
        object={seller}
        subject="Sellers"
        items={lifeCycleItems({
          enable: t('sellers.enable'),
          disable: t('sellers.disable'),
          restore: t('sellers.restore'),
          delete: t('ui.delete'),
          question: { title: t('sellers.deleteTitle', { name: seller.name }), lead: t('sellers.deleteLead') },
        })}
      />
    </>
  )
}
