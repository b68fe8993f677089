import { carDriverList, carSet } from '@stationmaster/contract'
import { IconUsers } from '@tabler/icons-react'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
import { EditItem } from '../../ui/methods/edit-item.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Car } from './car-columns.tsx'

/** Edit, who may charge, and the methods of a car, as entries of a menu. */
export function CarMenu({ car, onEdit, onShare }: { car: Car; onEdit: () => void; onShare: () => void }) {
  const t = useTexts('clients')
  const words = useTexts('car-drivers')
  const may = useMay()
  const mayEdit = may(carSet, { id: car.id }) && car.statecode !== 'deleted'
  return (
    <>
      <EditItem mayEdit={mayEdit} onClick={onEdit} />
      {car.statecode !== 'deleted' && may(carDriverList, { id: car.id }) && (
        <Menu.Item leftSection={<IconUsers size={16} />} onClick={onShare}>
          {words('act')}
        </Menu.Item>
      )}
      <MethodItems
        classCode="car"
        object={car}
        subject="Cars"
        items={lifeCycleItems({
          enable: t('acts.enable'),
          disable: t('acts.disable'),
          restore: t('acts.restore'),
          delete: t('ui.delete'),
          question: { title: t('deleteTitle', { name: car.identity }), lead: t('cars.deleteLead') },
        })}
      />
    </>
  )
}
