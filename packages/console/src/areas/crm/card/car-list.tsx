import { carCount, carGet, carList } from '@stationmaster/contract'
import { IconCar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { type Car, carColumns } from '../../../features/cars/car-columns.tsx'
import { CarMenu } from '../../../features/cars/car-menu.tsx'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { listParameters, text, useAddress } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { textColumn } from '../../../ui/table/column-kinds.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const CarDialog = lazy(async () => ({
  default: (await import('../../../features/cars/car-dialog.tsx')).CarDialog,
}))
const CarDriversDialog = lazy(async () => ({
  default: (await import('../../../features/cars/car-drivers.tsx')).CarDriversDialog,
}))

const where = { ...listParameters, client: text() }
const [plate, ...others] = carColumns
const columns = [
  plate!,
  textColumn<Car>('driver', 'clients:cars.driver', { narrow: 'note' }),
  textColumn<Car>('clientname', 'clients:cars.client'),
  ...others,
]

/** Cars of all clients, and of drivers without one; with an id in the path its dialog is open. */
export default function CarList() {
  const t = useTexts('clients')
  const navigate = useNavigate()
  const { param2: id } = useParams()
  const [at, go] = useAddress(where)
  const [shared, setShared] = useState<Car | null>(null)
  const opened = useEndpoint(carGet, { id: id ?? '' }, { enabled: id !== undefined, hints: ['car.changed'] })
  const cars = usePagedList({
    name: 'cars',
    list: carList,
    count: carCount,
    columns,
    where,
    at,
    go,
    fields: ['identity', 'label', 'driver', 'clientname', 'make', 'model', 'vin'],
    filterBy: { client: 'client' },
    order: ['identity'],
    hints: ['car.changed', 'rights.changed'],
  })
  const open = (car: Car) => void navigate(addressOf('/crm/cards', ['cars', car.id]))
  const close = () => void navigate(addressOf('/crm/cards', ['cars']))
  return (
    <ListScreen
      list={cars}
      title={t('tabs.cars')}
      crumbs={[{ label: t('screens.cards'), to: addressOf('/crm/cards') }]}
      count={(count) => t('cars.count', { count })}
      placeholder={t('cars.filter')}
      filters={[clientFilter(cars, t('cars.client'))]}
      empty={
        <Empty icon={<IconCar size={28} stroke={1.5} />} title={t('cars.empty')} lead={t('cars.allLead')} />
      }
      rowName={({ identity }) => identity}
      onOpen={open}
      renderMenu={(car) => <CarMenu car={car} onEdit={() => open(car)} onShare={() => setShared(car)} />}
    >
      <Suspense>
        {id !== undefined && opened.data && <CarDialog key={id} car={opened.data} onClose={close} />}
        {shared && (
          <CarDriversDialog car={{ id: shared.id, name: shared.identity }} onClose={() => setShared(null)} />
        )}
      </Suspense>
    </ListScreen>
  )
}
