import {
  type AnswerOf,
  cardList,
  driverPlaceGet,
  driverReservationCreate,
  reservationPauseMinutes,
} from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconClockPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../lib/call.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { CardOptions, maxCards, type OwnCard } from './card-options.tsx'
import type { Connector } from './connector-options.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { PriceRows } from './price-rows.tsx'
import { Failed, show } from './queue-actions.tsx'
import { TurnConnector } from './queue-turn.tsx'
import { useRequestKey } from './use-request-key.ts'

type Place = AnswerOf<typeof driverPlaceGet>

/** The reservation of a connector: card, time and rule. */
export function ReserveForm({ place: id, connector }: { place: string; connector: string }) {
  const t = useTexts('driver-reservation')
  const place = useEndpoint(driverPlaceGet, { id }, { hints: ['connector.changed'], refetchInterval: 15_000 })
  const cards = useEndpoint(cardList, { reclimit: maxCards }, { hints: ['card.changed'] })
  const chosen = place.data?.list.find((one) => one.id === connector)
  if (!place.data || !cards.data || !chosen)
    return (
      <DriverPage title={t('title')}>
        {place.data && !chosen ? (
          <p>{t('gone')}</p>
        ) : (
          <Unloaded query={place.data ? cards : place} rows={6} />
        )}
      </DriverPage>
    )
  return <Form place={place.data} connector={chosen} cards={cards.data} />
}

const minuteMs = 60_000

function Form({
  place,
  connector,
  cards,
}: {
  place: Place
  connector: Connector
  cards: readonly OwnCard[]
}) {
  const t = useTexts('driver-reservation')
  const format = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const now = useNow()
  // one key per form: a second tap reserves nothing again
  const [key, renewKey] = useRequestKey()
  const [chosen, choose] = useState<string | null>(null)
  const card =
    cards.find(({ id }) => id === chosen) ?? cards.find(({ verdict }) => verdict === 'Accepted') ?? cards[0]
  const tariff = connector.tariff === null ? undefined : place.tariffs[connector.tariff]
  const { minutes } = place.reservation
  const reserve = useMutation({
    mutationFn: () => call(driverReservationCreate, { id: key, connector: connector.id, card: card!.id }),
    onSuccess: (answer) => {
      show(answer)
      void navigate(addressOf('/driver/reservation'), { replace: true })
    },
    onError: (failure) => {
      renewKey(failure)
      // the connector may be taken by now
      void queries.invalidateQueries()
    },
  })
  return (
    <DriverPage
      title={place.label}
      heading={<bdi>{place.label}</bdi>}
      action={
        <>
          <Failed error={reserve.error} />
          {!connector.reservable && !reserve.isPending && !reserve.error && (
            <p className={css.small}>{t('gone')}</p>
          )}
          <button
            type="button"
            className={css.big}
            data-kind="primary"
            disabled={!card || !connector.reservable || reserve.isPending}
            onClick={() => reserve.mutate()}
          >
            <IconClockPlus size={22} />
            {t('reserveFor', { minutes })}
          </button>
        </>
      }
    >
      <TurnConnector place={place} id={connector.id} />
      <p>
        {t('rule', { time: format.clock(new Date(now + minutes * minuteMs).toISOString(), now) })}{' '}
        {t('pause', { minutes: reservationPauseMinutes })}
      </p>
      <CardOptions cards={cards} chosen={card?.id ?? null} onChoose={choose} />
      {tariff && <PriceRows name={tariff.name} definition={tariff.definition} />}
      <Link className={css.small} to={addressOf('/driver/stations', [place.id])}>
        {t('toSite')}
      </Link>
    </DriverPage>
  )
}
