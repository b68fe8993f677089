import { driverPlaceGet, driverReservationCancel, reservationPauseMinutes } from '@stationmaster/contract'
import { useMutation } from '@tanstack/react-query'
import { IconBolt } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { call } from '../../../lib/call.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Directions } from './directions.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { Failed, show } from './queue-actions.tsx'
import { TurnConnector, TurnCountdown } from './queue-turn.tsx'
import type { OwnReservation } from './use-queue.ts'
import { vibrate } from './vibrate.ts'

/** A reservation that the station is asked for, or has: how long it lasts, the start, and cancelling. */
export function OpenReservation({ own }: { own: OwnReservation }) {
  const t = useTexts('driver-reservation')
  const format = useFormat()
  const now = useNow()
  const { data: place } = useEndpoint(
    driverPlaceGet,
    { id: own.place },
    { hints: ['connector.changed'], keepPrevious: true },
  )
  const { phase, connector, connectorno, until } = own
  const no = connectorno ?? 0
  const isReserved = phase === 'reserved'
  useEffect(() => {
    if (isReserved) vibrate(60)
  }, [isReserved])
  return (
    <DriverPage
      title={own.placelabel}
      heading={<bdi>{own.placelabel}</bdi>}
      action={
        <>
          {isReserved && connector !== null && (
            <Link
              className={css.big}
              data-kind="primary"
              to={addressOf('/driver/charge', [own.place, connector])}
            >
              <IconBolt size={22} />
              {t('start', { no })}
            </Link>
          )}
          <CancelReservation />
        </>
      }
    >
      <TurnCountdown turn={{ ...own, reservation: isReserved ? 'reserved' : 'asking' }} />
      <div className={css.turn} aria-live="polite">
        <h2>{isReserved ? t('connector', { no }) : t('asking')}</h2>
        <p>{isReserved ? t('lead', { time: format.clock(until, now) }) : t('leadAsking')}</p>
      </div>
      {place && connector !== null && <TurnConnector place={place} id={connector} />}
      {place && <Directions place={place} />}
    </DriverPage>
  )
}

/** Asks before it cancels. "Keep reservation" then has the place of the button, so that a double tap cancels nothing. */
function CancelReservation() {
  const t = useTexts('driver-reservation')
  const [isAsking, ask] = useState(false)
  const cancel = useMutation({ mutationFn: () => call(driverReservationCancel, {}), onSuccess: show })
  return (
    <>
      <Failed error={cancel.error} />
      {isAsking && (
        <>
          <p className={css.small} role="alert">
            {t('cancelPause', { minutes: reservationPauseMinutes })}
          </p>
          <button
            type="button"
            className={css.big}
            data-kind="stop"
            disabled={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            {t('cancelNow')}
          </button>
        </>
      )}
      <button type="button" className={css.big} disabled={cancel.isPending} onClick={() => ask(!isAsking)}>
        {t(isAsking ? 'keep' : 'cancel')}
      </button>
    </>
  )
}
