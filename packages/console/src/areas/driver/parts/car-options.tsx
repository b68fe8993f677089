import type { AnswerOf, driverCarList } from '@stationmaster/contract'
import { useId } from 'react'
import { useTexts } from '../../../lib/texts.ts'
import { carName } from './car-name.ts'
import css from './driver.module.css'

type Car = AnswerOf<typeof driverCarList>[number]

/** Returns the car that a start presets: the last one, or the only one. */
export const presetCar = (cars: readonly Car[]): string | null => {
  const [first] = cars
  return first && (first.lastused !== null || cars.length === 1) ? first.id : null
}

/** The cars that the driver may charge, and none. */
export function CarOptions({
  cars,
  chosen,
  onChoose,
}: {
  cars: readonly Car[]
  chosen: string | null
  onChoose: (id: string | null) => void
}) {
  const t = useTexts('car-drivers')
  const name = useId()
  return (
    <fieldset className={css.group}>
      <legend>{t('car')}</legend>
      <div className={css.grid}>
        {[...cars, null].map((car) => (
          <label key={car?.id ?? 'none'} className={css.option}>
            <input
              type="radio"
              name={name}
              checked={(car?.id ?? null) === chosen}
              onChange={() => onChoose(car?.id ?? null)}
            />
            <span>{car ? <CarName car={car} /> : t('noCar')}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function CarName({ car }: { car: Car }) {
  const t = useTexts('car-drivers')
  const { identity, label, sharedby } = car
  return (
    <>
      <b>
        <bdi>{carName(car)}</bdi>
      </b>
      {(label !== null || sharedby !== null) && (
        <span className={css.facts}>
          {label !== null && <bdi>{identity}</bdi>}
          {sharedby !== null && <span>{t('by', { name: sharedby })}</span>}
        </span>
      )}
    </>
  )
}
