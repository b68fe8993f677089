import { type AnswerOf, carList, driverCarList } from '@stationmaster/contract'
import { IconCar, IconChevronRight, IconPlus, IconUsers } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { carName } from '../parts/car-name.ts'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { SharedCars } from '../parts/shared-cars.tsx'

type Car = AnswerOf<typeof carList>[number]

const CarForm = lazy(async () => ({ default: (await import('../parts/car-form.tsx')).CarForm }))
const CarDriversDialog = lazy(async () => ({
  default: (await import('../../../features/cars/car-drivers.tsx')).CarDriversDialog,
}))

const maxCars = 20

/** Cars of the driver: plate, name and connector type, which Find offers as a filter, and who may charge them. */
export default function Cars() {
  const t = useTexts('driver-data')
  const words = useTexts('driver')
  const [edited, edit] = useState<Car | 'new' | null>(null)
  const [shared, share] = useState<Car | null>(null)
  const cars = useEndpoint(carList, { reclimit: maxCars }, { hints: ['car.changed'] })
  const chargeable = useEndpoint(driverCarList, {}, { hints: ['car.changed'] })
  const ofOthers = chargeable.data?.filter(({ own }) => !own) ?? []
  const current = edited === null || edited === 'new' ? null : edited
  return (
    <DriverPage
      title={words('cars')}
      action={
        <button type="button" className={css.big} data-kind="primary" onClick={() => edit('new')}>
          <IconPlus size={22} />
          {t('addCar')}
        </button>
      }
    >
      {!cars.data ? (
        <Unloaded query={cars} rows={3} />
      ) : cars.data.length === 0 ? (
        <div className={css.card}>
          <b>{t('noCars')}</b>
          <p className={css.small}>{t('noCarsLead')}</p>
        </div>
      ) : (
        <ul className={css.places} aria-label={words('cars')}>
          {cars.data.map((car) => (
            <li key={car.id}>
              <button type="button" onClick={() => edit(car)}>
                <span className={css.entry}>
                  <IconCar size={24} stroke={1.6} />
                  <span>
                    <b>
                      <bdi>{carName(car)}</bdi>
                    </b>
                    <span className={css.facts}>
                      {car.label !== null && <bdi>{car.identity}</bdi>}
                      {car.charger !== null && <bdi>{car.charger}</bdi>}
                    </span>
                  </span>
                </span>
                <IconChevronRight size={20} />
              </button>
              <ShareButton
                car={car}
                count={chargeable.data?.find(({ id }) => id === car.id)?.drivers ?? 0}
                onClick={() => share(car)}
              />
            </li>
          ))}
        </ul>
      )}
      {ofOthers.length > 0 && <SharedCars cars={ofOthers} />}
      <Suspense>
        {shared && (
          <CarDriversDialog
            forOwner
            car={{ id: shared.id, name: carName(shared) }}
            onClose={() => share(null)}
          />
        )}
        {edited !== null && (
          <CarForm
            car={cars.data?.find(({ id }) => id === current?.id) ?? current}
            onClose={() => edit(null)}
          />
        )}
      </Suspense>
    </DriverPage>
  )
}

/** Opens the list of the persons who may charge a car; says how many they are. */
function ShareButton({ car, count, onClick }: { car: Car; count: number; onClick: () => void }) {
  const t = useTexts('car-drivers')
  return (
    <button
      type="button"
      className={`${css.quiet} ${css.share}`}
      aria-label={`${t('title', { name: carName(car) })}${count > 0 ? `. ${t('shared', { count })}` : ''}`}
      onClick={onClick}
    >
      <IconUsers size={20} />
      {count > 0 ? t('shared', { count }) : t('share')}
    </button>
  )
}
