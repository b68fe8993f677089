import { carSet } from '@stationmaster/contract'
import { IconPencil } from '@tabler/icons-react'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Car } from './car-columns.tsx'

/** Edit, and the methods of a car, as entries of a menu. */
export function CarMenu({ car, onEdit }: { car: Car; onEdit: () => void }) {
  const t = useTexts('clients')
  const mayEdit = useMay()(carSet, { id: car.id }) && car.statecode !== 'deleted'
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {t(mayEdit ? 'ui.edit' : 'ui.details')}
      </Menu.Item>
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
