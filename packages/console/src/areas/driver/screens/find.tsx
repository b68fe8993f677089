import { driverCarList, driverPlaceList, usualChargeKwh } from '@stationmaster/contract'
import { IconCar, IconCurrentLocation, IconMap, IconStarFilled } from '@tabler/icons-react'
import { useMediaQuery } from '@mantine/hooks'
import { memo, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { StationMap } from '../../../features/map/station-map.tsx'
import { flag, oneOf, text, useAddress } from '../../../lib/address.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { NothingFound, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { Availability, type Place, useDistance } from '../parts/place-facts.tsx'
import { useSavedOffline } from '../parts/use-saved-offline.ts'
import { usePosition } from '../parts/use-position.ts'

const powers = ['0', '11', '22', '50', '150'] as const
const amounts = ['10', '20', '30', '50', '80'] as const
const where = {
  q: text(),
  type: text(),
  power: oneOf(powers),
  kwh: oneOf(amounts, String(usualChargeKwh) as '20'),
  available: flag(),
  open: flag(),
  favourites: flag(),
  order: oneOf(['distance', 'price']),
  map: flag(),
}

/** Places where the driver may charge: filters, list and map. */
export default function Find() {
  const t = useTexts('driver')
  const [at, go] = useAddress(where)
  const { position, state, locate } = usePosition()
  const isDesktop = useMediaQuery('(min-width: 992px)', false, { getInitialValueInEffect: false })
  const found = useEndpoint(
    driverPlaceList,
    {
      ...position,
      energy: Number(at.kwh),
      order: at.order,
      ...(at.q.trim() && { q: at.q.trim().slice(0, 100) }),
      ...(at.type && { type: at.type.slice(0, 60) }),
      ...(at.power !== '0' && { power: Number(at.power) * 1_000 }),
      ...(at.available && { available: true }),
      ...(at.open && { open: true }),
      ...(at.favourites && { favourite: true }),
    },
    { hints: ['connector.changed', 'station.changed'], keepPrevious: true, refetchInterval: 30_000 },
  )
  const [canDraw, setCanDraw] = useState(true)
  const isMap = (at.map || isDesktop) && canDraw
  const places = found.data?.places ?? []
  useSavedPlaces(found.data?.places ?? null)
  return (
    <DriverPage title={t('find.title')} isWide={isMap}>
      <input
        className={css.search}
        type="search"
        aria-label={t('find.search')}
        placeholder={t('find.search')}
        maxLength={100}
        value={at.q}
        onChange={(event) => go({ q: event.currentTarget.value })}
      />
      <Filters at={at} go={go} types={found.data?.types ?? []}>
        <button type="button" onClick={locate} disabled={state === 'asking'}>
          <IconCurrentLocation size={20} />
          {t('find.near')}
        </button>
        <button type="button" aria-pressed={at.favourites} onClick={() => go({ favourites: !at.favourites })}>
          <IconStarFilled size={20} />
          {t('find.favourites')}
        </button>
        <OwnCar type={at.type} onChange={(type) => go({ type })} />
        {!isDesktop && canDraw && (
          <button type="button" aria-pressed={at.map} onClick={() => go({ map: !at.map })}>
            <IconMap size={20} />
            {t('find.map')}
          </button>
        )}
      </Filters>
      {state === 'refused' && <Notice tone="calm">{t('find.noPosition')}</Notice>}
      <div className={css.split} data-map={isMap || undefined}>
        <div className={css.body}>
          {found.data ? (
            <Places
              places={places}
              more={found.data.more}
              kwh={at.kwh}
              onClear={() =>
                go({ q: '', type: '', power: '0', available: false, open: false, favourites: false })
              }
            />
          ) : (
            <Unloaded query={found} rows={6} />
          )}
        </div>
        {isMap && <PlacesOnMap places={places} onUnavailable={() => setCanDraw(false)} />}
      </div>
    </DriverPage>
  )
}

/** Saves the places that were found for the page without a network, favourites first. */
function useSavedPlaces(places: readonly Place[] | null): void {
  const t = useTexts('driver')
  const format = useFormat()
  const distance = useDistance()
  const saved = useMemo(
    () => places && [true, false].flatMap((is) => places.filter(({ favourite }) => favourite === is)),
    [places],
  )
  useSavedOffline('places', saved, (place) => {
    const { label, available, connectors, distance: metres, perkwh, currency } = place
    return {
      title: label,
      facts: [
        t('place.available', { count: available, total: connectors }),
        ...(metres === null ? [] : [distance(metres)]),
      ].join(' · '),
      ...(perkwh !== null &&
        currency !== null && { end: t('place.perKwh', { price: format.money(perkwh, currency) }) }),
    }
  })
}

/** The filter for connectors that fit the driver's car. */
function OwnCar({ type, onChange }: { type: string; onChange: (type: string) => void }) {
  const t = useTexts('driver')
  const cars = useEndpoint(driverCarList, {}, { hints: ['car.changed'] })
  const car = cars.data?.find(({ charger }) => charger !== null)
  if (!car) return null
  const isPressed = type === car.charger
  return (
    <button type="button" aria-pressed={isPressed} onClick={() => onChange(isPressed ? '' : car.charger!)}>
      <IconCar size={20} />
      {t('find.fits', { car: car.label ?? car.identity })}
    </button>
  )
}

type At = ReturnType<typeof useAddress<typeof where>>

function Filters({
  at,
  go,
  types,
  children,
}: {
  at: At[0]
  go: At[1]
  types: readonly string[]
  children: React.ReactNode
}) {
  const t = useTexts('driver')
  return (
    <div className={`${css.chips} ${css.scroll}`}>
      {children}
      <button type="button" aria-pressed={at.available} onClick={() => go({ available: !at.available })}>
        {t('find.availableNow')}
      </button>
      <button type="button" aria-pressed={at.open} onClick={() => go({ open: !at.open })}>
        {t('find.openNow')}
      </button>
      <Choice label={t('find.type')} value={at.type} onChange={(type) => go({ type })}>
        <option value="">{t('find.anyType')}</option>
        {[...new Set([...types, ...(at.type ? [at.type] : [])])].map((type) => (
          <option key={type}>{type}</option>
        ))}
      </Choice>
      <Choice
        label={t('find.power')}
        value={at.power}
        onChange={(value) => go({ power: where.power.read(value) })}
      >
        {powers.map((kw) => (
          <option key={kw} value={kw}>
            {kw === '0' ? t('find.anyPower') : t('find.fromPower', { kw })}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('find.amount')}
        value={at.kwh}
        onChange={(value) => go({ kwh: where.kwh.read(value) })}
      >
        {amounts.map((kwh) => (
          <option key={kwh} value={kwh}>
            {t('find.priceFor', { kwh })}
          </option>
        ))}
      </Choice>
      <Choice
        label={t('find.order')}
        value={at.order}
        onChange={(value) => go({ order: where.order.read(value) })}
      >
        <option value="distance">{t('find.nearest')}</option>
        <option value="price">{t('find.cheapest')}</option>
      </Choice>
    </div>
  )
}

const Choice = ({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: React.ReactNode
}) => (
  <label>
    <span className="hidden-text">{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {children}
    </select>
  </label>
)

function Places({
  places,
  more,
  kwh,
  onClear,
}: {
  places: readonly Place[]
  more: boolean
  kwh: string
  onClear: () => void
}) {
  const t = useTexts('driver')
  return (
    <>
      <output className={css.small}>
        {t('find.count', { count: places.length })} · {t('find.priceFor', { kwh })}
      </output>
      {places.length === 0 ? (
        <NothingFound onClear={onClear} />
      ) : (
        <ul className={css.places} aria-label={t('find.title')}>
          {places.map((place) => (
            <li key={place.id}>
              <PlaceRow place={place} />
            </li>
          ))}
        </ul>
      )}
      {more && <p className={css.small}>{t('find.more')}</p>}
    </>
  )
}

/** A place that did not change with a response is not rendered again. */
const PlaceRow = memo(function PlaceRow({ place }: { place: Place }) {
  const t = useTexts('driver')
  const format = useFormat()
  const distance = useDistance()
  const { estimate, perkwh, currency } = place
  return (
    <Link to={addressOf('/driver/stations', [place.id])}>
      <span>
        <b>
          <bdi>{place.label}</bdi>
          {place.favourite && (
            <>
              {' '}
              <IconStarFilled size={16} />
              <span className="hidden-text">{t('place.favourite')}</span>
            </>
          )}
        </b>
        <span className={css.facts}>
          <Availability place={place} />
          {place.distance !== null && <span>{distance(place.distance)}</span>}
          {place.power !== null && <span>{format.withUnit(place.power / 1000, 0, 'kW')}</span>}
          {place.open === false && <span>{t('place.closed')}</span>}
        </span>
      </span>
      {estimate !== null && currency !== null && perkwh !== null && (
        <span>
          <b>{format.money(estimate, currency)}</b>
          <span className={css.facts}>{t('place.perKwh', { price: format.money(perkwh, currency) })}</span>
        </span>
      )}
    </Link>
  )
})

function OpenPlace({ id }: { id: string }) {
  const t = useTexts('driver')
  return (
    <LinkButton small to={addressOf('/driver/stations', [id])}>
      {t('find.open')}
    </LinkButton>
  )
}

const details = ({ id }: { id: string }) => <OpenPlace id={id} />

function PlacesOnMap({ places, onUnavailable }: { places: readonly Place[]; onUnavailable: () => void }) {
  const [chosen, choose] = useState<string | null>(null)
  const stations = places.flatMap(({ id, label, state, lat, lng }) =>
    lat === null || lng === null ? [] : [{ id, identity: label, label: null, displaystate: state, lat, lng }],
  )
  return (
    <div className={css.map}>
      <StationMap
        stations={stations}
        selected={chosen}
        onSelect={choose}
        details={details}
        onUnavailable={onUnavailable}
      />
    </div>
  )
}
