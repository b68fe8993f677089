import { type AnswerOf, driverCarLeave, type driverCarList } from '@stationmaster/contract'
import { IconCar } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { carName } from './car-name.ts'
import css from './driver.module.css'

type Car = AnswerOf<typeof driverCarList>[number]

/** Cars that others share with the driver; each can be left. */
export function SharedCars({ cars }: { cars: readonly Car[] }) {
  const t = useTexts('car-drivers')
  const leave = useChange(driverCarLeave, { done: t('left') })
  const ask = async (car: Car) => {
    const isSure = await confirm({
      title: t('leaveTitle', { name: carName(car) }),
      lead: t('leaveLead'),
      action: t('leave'),
    })
    if (isSure) leave.mutate({ id: car.id })
  }
  return (
    <section>
      <h2 className={css.section}>{t('sharedWithMe')}</h2>
      <ul className={css.places} aria-label={t('sharedWithMe')}>
        {cars.map((car) => (
          <li key={car.id}>
            <div>
              <span className={css.entry}>
                <IconCar size={24} stroke={1.6} />
                <span>
                  <b>
                    <bdi>{car.label ?? car.identity}</bdi>
                  </b>
                  <span className={css.facts}>
                    {car.label !== null && <bdi>{car.identity}</bdi>}
                    {car.charger !== null && <bdi>{car.charger}</bdi>}
                    {car.sharedby !== null && <span>{t('by', { name: car.sharedby })}</span>}
                  </span>
                </span>
              </span>
              <button
                type="button"
                className={css.quiet}
                aria-label={t('leaveCar', { name: car.label ?? car.identity })}
                disabled={leave.isPending}
                onClick={() => void ask(car)}
              >
                {t('leave')}
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
