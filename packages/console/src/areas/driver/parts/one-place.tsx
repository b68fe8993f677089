import { type AnswerOf, driverPlaceGet, usualChargeKwh } from '@stationmaster/contract'
import { IconBolt, IconClockPlus, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { spansOf } from '../../../features/sites/opening-hours.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { weekdayName } from '../../../ui/time/moment.tsx'
import { ConnectorOptions } from './connector-options.tsx'
import { Directions } from './directions.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { FavouriteButton } from './favourite-button.tsx'
import { Availability, useDistance } from './place-facts.tsx'
import { JoinQueue } from './queue-actions.tsx'
import { SavedHelp } from './saved-help.tsx'
import { PriceRows } from './price-rows.tsx'
import { ReservedUntil } from './reserved-until.tsx'
import { ReportLink } from './report-link.tsx'
import { shareAddress } from './share-address.ts'
import { useOpenReservation } from './use-queue.ts'
import { usePosition } from './use-position.ts'

type Place = AnswerOf<typeof driverPlaceGet>

/** One place: availability, directions, connectors, price, opening hours. */
export function OnePlace({ id }: { id: string }) {
  const t = useTexts('driver')
  const { position } = usePosition()
  const found = useEndpoint(
    driverPlaceGet,
    { id, ...position },
    {
      hints: ['connector.changed', 'station.changed', 'queue.changed', 'reservation.changed'],
      keepPrevious: true,
      refetchInterval: 15_000,
    },
  )
  if (!found.data)
    return (
      <DriverPage title={t('find.title')}>
        <Unloaded query={found} rows={6} />
      </DriverPage>
    )
  return <Shown place={found.data} />
}

function Shown({ place }: { place: Place }) {
  const t = useTexts('driver')
  const format = useFormat()
  const distance = useDistance()
  const [chosen, choose] = useState<string | null>(null)
  const reservation = useOpenReservation()
  const connector =
    place.list.find(({ id }) => id === (chosen ?? reservation?.connector)) ??
    place.list.find(({ state }) => state === 'available')
  const tariff = connector?.tariff == null ? undefined : place.tariffs[connector.tariff]
  const address = [place.address, [place.postalcode, place.city].filter(Boolean).join(' ')].filter(Boolean)
  return (
    <DriverPage
      title={place.label}
      heading={<bdi>{place.label}</bdi>}
      badge={
        <div className={css.chips}>
          <Availability place={place} />
          <FavouriteButton place={place} />
        </div>
      }
      action={
        place.queue.own ? (
          <Link className={css.big} data-kind="primary" to={addressOf('/driver/queue')}>
            {t('queue.show')}
          </Link>
        ) : place.queue.open && chosen === null && !reservation ? (
          <>
            {place.queue.waiting > 0 && (
              <span className={css.small}>{t('queue.waitingNow', { count: place.queue.waiting })}</span>
            )}
            <JoinQueue place={place.id} word={t('queue.join')} />
          </>
        ) : (
          connector && (
            <>
              {connector.estimate !== null && place.currency !== null && (
                <span className={css.small}>
                  {t('site.estimate', {
                    kwh: usualChargeKwh,
                    price: format.money(connector.estimate, tariff?.definition.currency ?? place.currency),
                  })}
                </span>
              )}
              <Link
                className={css.big}
                data-kind="primary"
                to={addressOf('/driver/charge', [place.id, connector.id])}
              >
                <IconBolt size={22} />
                {t('site.use', { no: connector.no })}
              </Link>
            </>
          )
        )
      }
    >
      <div className={css.facts}>
        {address.length > 0 && <span>{address.join(', ')}</span>}
        {place.distance !== null && <span>{distance(place.distance)}</span>}
        {place.open !== null && <span>{t(place.open ? 'place.open' : 'place.closed')}</span>}
        {place.private && <span>{t('place.private')}</span>}
      </div>
      <div className={css.row}>
        <Directions place={place} />
        <button
          type="button"
          className={css.big}
          onClick={() => void shareAddress(place.label, t('site.copied'))}
        >
          <IconShare2 size={22} />
          {t('site.share')}
        </button>
      </div>
      <ConnectorOptions
        list={place.list}
        chosen={connector?.id ?? null}
        own={reservation?.connector ?? null}
        Note={ReservedUntil}
        onChoose={choose}
      />
      {!reservation && !place.queue.own && <Reserve place={place} connector={connector} />}
      {tariff ? (
        <PriceRows name={tariff.name} definition={tariff.definition} />
      ) : (
        connector && <p className={css.card}>{t('price.unknown')}</p>
      )}
      {place.openinghours && <Hours hours={place.openinghours} />}
      {place.phone !== null && <SavedHelp phone={place.phone} place={place.label} />}
      <ReportLink about={['place', place.id, ...(connector ? [connector.id] : [])]} />
    </DriverPage>
  )
}

/** Leads to the reservation of the chosen connector, or says from when the driver can reserve here again. */
function Reserve({ place, connector }: { place: Place; connector: Place['list'][number] | undefined }) {
  const t = useTexts('driver-reservation')
  const format = useFormat()
  const now = useNow()
  const { from } = place.reservation
  if (!connector?.reservable) return null
  if (from !== null && Date.parse(from) > now)
    return <p className={css.small}>{t('again', { time: format.clock(from, now) })}</p>
  return (
    <Link className={css.big} to={addressOf('/driver/reservation', [place.id, connector.id])}>
      <IconClockPlus size={22} />
      {t('reserve', { no: connector.no })}
    </Link>
  )
}

function Hours({ hours }: { hours: NonNullable<Place['openinghours']> }) {
  const t = useTexts('driver')
  const format = useFormat()
  const day = (weekday: number) => weekdayName(format.tag, weekday, 'long')
  return (
    <section className={css.card}>
      <h2>{t('site.hours')}</h2>
      {hours.twentyfourseven ? (
        <p>{t('site.always')}</p>
      ) : (
        <dl className={css.prices}>
          {spansOf(hours).map(({ from, to, hours: text }) => (
            <div key={from}>
              <dt>
                <span>{from === to ? day(from) : `${day(from)}–${day(to)}`}</span>
                <b>{text || t('place.closed')}</b>
              </dt>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
