import { IconClock } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useNow } from '../../../lib/clock.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { clockOf } from './countdown.ts'
import css from './driver.module.css'
import type { OwnReservation } from './use-queue.ts'

/** Links to the driver's reservation, with the time that is left. */
export default function ReservationBanner({ reservation }: { reservation: OwnReservation }) {
  const t = useTexts('driver-reservation')
  const { pathname } = useLocation()
  const now = useNow('second')
  if (pathname === '/driver/reservation') return null
  const { phase, connectorno: no, placelabel: place, until } = reservation
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1_000))
  return (
    <Link className={css.banner} to={addressOf('/driver/reservation')}>
      <IconClock size={22} aria-hidden="true" />
      <span>
        <bdi>{t(phase === 'asking' ? 'bannerAsking' : 'banner', { no: no ?? 0, place })}</bdi>
        {phase === 'reserved' && (
          <span className={css.facts} role="timer">
            {t('bannerLeft', { time: clockOf(seconds) })}
          </span>
        )}
      </span>
    </Link>
  )
}
