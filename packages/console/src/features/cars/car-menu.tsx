import { IconPencil } from '@tabler/icons-react'
import { useTexts } from '../../lib/texts.ts'
import { Menu } from '../../ui/menu.tsx'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Car } from './car-columns.tsx'

/** Edit, and the methods of a car, as entries of a menu. */
export function CarMenu({ car, onEdit }: { car: Car; onEdit: () => void }) {
  const t = useTexts('clients')
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {t('ui.edit')}
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
