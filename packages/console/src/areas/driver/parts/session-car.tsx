import type { AnswerOf, transactionGet } from '@stationmaster/contract'
import { IconCar } from '@tabler/icons-react'
import { useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'

/** Names the car of a session; renders nothing without one. */
export function SessionCar({
  session: { carplate, carlabel },
}: {
  session: Pick<AnswerOf<typeof transactionGet>, 'carplate' | 'carlabel'>
}) {
  const t = useTexts('car-drivers')
  if (carplate === null) return null
  return (
    <p className={css.car}>
      <IconCar size={20} stroke={1.6} />
      <span className={css.small}>{t('car')}</span>
      <bdi>{carlabel ?? carplate}</bdi>
      {carlabel !== null && <bdi className={css.small}>{carplate}</bdi>}
    </p>
  )
}
