import { carSet } from '@stationmaster/contract'
import { useMay } from '../../lib/access.ts'
import { useTexts } from '../../lib/texts.ts'
import { lifeCycleItems } from '../../ui/methods/life-cycle-items.tsx'
import { EditItem } from '../../ui/methods/edit-item.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Car } from './car-columns.tsx'

/** Edit, and the methods of a car, as entries of a menu. */
export function CarMenu({ car, onEdit }: { car: Car; onEdit: () => void }) {
  const t = useTexts('clients')
  const mayEdit = useMay()(carSet, { id: car.id }) && car.statecode !== 'deleted'
  return (
    <>
      <EditItem mayEdit={mayEdit} onClick={onEdit} />
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
