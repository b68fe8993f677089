import { carCount, carList, carSet } from '@stationmaster/contract'
import { IconCar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { type Car, carColumns } from '../../../features/cars/car-columns.tsx'
import { CarMenu } from '../../../features/cars/car-menu.tsx'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { flag, listParameters, useAddress } from '../../../lib/address.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListFrame } from '../../../ui/table/list-frame.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import station from '../station/station.module.css'

const CarDialog = lazy(async () => ({
  default: (await import('../../../features/cars/car-dialog.tsx')).CarDialog,
}))

const CarDriversDialog = lazy(async () => ({
  default: (await import('../../../features/cars/car-drivers.tsx')).CarDriversDialog,
}))

const where = { ...listParameters, add: flag() }

/** The cars of the client. */
export function ClientCars({ client }: { client: Client }) {
  const t = useTexts('clients')
  const mayAdd = useMay()(carSet, { id: null }) && client.statecode !== 'deleted'
  const [at, go] = useAddress(where)
  const [edited, setEdited] = useState<Car | null>(null)
  const [shared, setShared] = useState<Car | null>(null)
  const cars = usePagedList({
    name: 'client-cars',
    list: carList,
    count: carCount,
    columns: carColumns,
    where,
    at,
    go,
    fields: ['identity', 'label', 'make', 'model', 'vin'],
    filter: { client: client.id },
    order: ['identity'],
    hints: ['car.changed', 'rights.changed'],
  })
  const add = (): void => go({ add: true }, { push: true })
  return (
    <div className={`${station.flush} ${station.list}`}>
      <ListFrame
        list={cars}
        label={t('tabs.cars')}
        file={`cars-${client.code}`}
        placeholder={t('cars.filter')}
        tools={mayAdd && <Button onClick={add}>{t('cars.add')}</Button>}
        empty={
          <Empty
            icon={<IconCar size={28} stroke={1.5} />}
            title={t('cars.empty')}
            lead={t('cars.emptyLead')}
            action={mayAdd && <Button onClick={add}>{t('cars.add')}</Button>}
          />
        }
        rowName={({ identity }) => identity}
        onOpen={setEdited}
        renderMenu={(car) => (
          <CarMenu car={car} onEdit={() => setEdited(car)} onShare={() => setShared(car)} />
        )}
      />
      <Suspense>
        {edited && <CarDialog car={edited} client={client.id} onClose={() => setEdited(null)} />}
        {shared && (
          <CarDriversDialog car={{ id: shared.id, name: shared.identity }} onClose={() => setShared(null)} />
        )}
        {at.add && mayAdd && <CarDialog car={null} client={client.id} onClose={() => go({ add: false })} />}
      </Suspense>
    </div>
  )
}
