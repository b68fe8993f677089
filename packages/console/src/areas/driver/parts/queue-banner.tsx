import { IconClock } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { Link, useLocation } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import css from './driver.module.css'
import { useOpenReservation, useOwnQueue } from './use-queue.ts'

const ReservationBanner = lazy(async () => {
  const [module] = await Promise.all([import('./reservation-banner.tsx'), loadTexts('driver-reservation')])
  return module
})

/** Links to the driver's place in a queue, or their reservation, from every other page of the area. */
export function QueueBanner() {
  const { pathname } = useLocation()
  return pathname.startsWith('/driver') && pathname !== '/driver/queue' ? <Banner /> : null
}

function Banner() {
  const t = useTexts('driver')
  const own = useOwnQueue().data?.own
  const reservation = useOpenReservation()
  if (reservation)
    return (
      <Suspense>
        <ReservationBanner reservation={reservation} />
      </Suspense>
    )
  if (!own || own.phase === 'ended') return null
  const { turn, position, placelabel: place } = own
  return (
    <div role={turn ? 'alert' : 'status'}>
      <Link className={css.banner} data-turn={turn !== null || undefined} to={addressOf('/driver/queue')}>
        <IconClock size={22} aria-hidden="true" />
        <bdi>
          {turn
            ? t('queue.bannerTurn', { place, no: turn.no })
            : t('queue.banner', { place, position: position ?? 1 })}
        </bdi>
      </Link>
    </div>
  )
}
