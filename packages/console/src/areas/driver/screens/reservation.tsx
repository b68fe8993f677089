import { Link, Navigate, useParams } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { OpenReservation } from '../parts/open-reservation.tsx'
import { ReserveForm } from '../parts/reserve-form.tsx'
import { type OwnReservation, useOwnQueue } from '../parts/use-queue.ts'

/** The driver's reservation, or how it ended; with a place and a connector the form for a new one. */
export default function Reservation() {
  const { param1: place, param2: connector } = useParams()
  return place !== undefined && connector !== undefined ? (
    <ReserveForm key={connector} place={place} connector={connector} />
  ) : (
    <Own />
  )
}

function Own() {
  const t = useTexts('driver-reservation')
  const found = useOwnQueue()
  if (!found.data)
    return (
      <DriverPage title={t('title')}>
        <Unloaded query={found} rows={6} />
      </DriverPage>
    )
  const { reservation: own } = found.data
  if (own === null) return <NoReservation />
  return own.phase === 'ended' ? <Ended own={own} /> : <OpenReservation own={own} />
}

function NoReservation() {
  const t = useTexts('driver-reservation')
  const word = useTexts('driver')
  return (
    <DriverPage
      title={t('title')}
      action={
        <Link className={css.big} data-kind="primary" to={addressOf('/driver')}>
          {word('find.title')}
        </Link>
      }
    >
      <div className={css.centre}>
        <h2>{t('none')}</h2>
        <p>{t('noneLead')}</p>
      </div>
    </DriverPage>
  )
}

/** Ends after which the same connector can be tried again. */
const canRetry = new Set(['silent', 'not_sent'])

/** Why the reservation ended, and what the driver can do instead. */
function Ended({ own }: { own: OwnReservation }) {
  const t = useTexts('driver-reservation')
  const word = useTexts('driver')
  const { connector, connectorno, answer } = own
  const reason = own.reason ?? 'unused'
  if (reason === 'started') return <Navigate replace to={addressOf('/driver/charge')} />
  const isRetry = canRetry.has(reason) && connector !== null
  // a driver without access does not find the site
  const isFound = reason !== 'not_authorized'
  const isFailed = reason === 'refused' || isRetry || reason === 'out_of_order'
  return (
    <DriverPage
      title={own.placelabel}
      heading={<bdi>{own.placelabel}</bdi>}
      action={
        <>
          {isRetry && (
            <Link
              className={css.big}
              data-kind="primary"
              to={addressOf('/driver/reservation', [own.place, connector])}
            >
              {t('retry')}
            </Link>
          )}
          <Link
            className={css.big}
            {...(isRetry ? {} : { 'data-kind': 'primary' })}
            to={isFound ? addressOf('/driver/stations', [own.place]) : addressOf('/driver')}
          >
            {isFound ? t('toSite') : word('find.title')}
          </Link>
        </>
      }
    >
      <div className={css.centre} role={isFailed ? 'alert' : 'status'}>
        {isFailed && (
          <span className={css.state} data-state="faulted">
            <StateGlyph state="faulted" size={72} />
          </span>
        )}
        <h2>{t(`ended.${reason}`)}</h2>
        <p>
          {reason === 'refused'
            ? t(`answers.${answer ?? 'rejected'}`, { no: connectorno ?? 0 })
            : t(`endedLead.${reason}`)}
        </p>
      </div>
    </DriverPage>
  )
}
