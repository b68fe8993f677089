import {
  type AnswerOf,
  cardList,
  driverCarList,
  driverChargeStart,
  driverPlaceGet,
} from '@stationmaster/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { IconBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { CallError, call } from '../../../lib/call.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Connector, ConnectorState, isStartable } from './connector-options.tsx'
import { DriverPage } from './driver-page.tsx'
import { CarOptions, presetCar } from './car-options.tsx'
import { BalanceOfStart, isCovered, TopUpLink } from './balance-of-start.tsx'
import { CardOptions, maxCards, type OwnCard } from './card-options.tsx'
import css from './driver.module.css'
import { type Limit, LimitField } from './limit-field.tsx'
import { PriceRows } from './price-rows.tsx'
import { useOpenReservation, useOwnQueue } from './use-queue.ts'
import { useMoney } from './use-money.ts'
import { useRequestKey } from './use-request-key.ts'
import { useTariffOfCard } from './use-tariff-of-card.ts'

type Place = AnswerOf<typeof driverPlaceGet>
type Car = AnswerOf<typeof driverCarList>[number]

/** The start at a connector: price, card, car, limit. */
export function StartForm({ place: id, connector }: { place: string; connector: string }) {
  const t = useTexts('driver')
  const place = useEndpoint(driverPlaceGet, { id }, { hints: ['connector.changed'], refetchInterval: 15_000 })
  const cards = useEndpoint(cardList, { reclimit: maxCards }, { hints: ['card.changed'] })
  const cars = useEndpoint(driverCarList, {}, { hints: ['car.changed'] })
  const chosen = place.data?.list.find((one) => one.id === connector)
  if (!place.data || !cards.data || !cars.data || !chosen)
    return (
      <DriverPage title={t('start.title')}>
        {place.data && !chosen ? (
          <p>{t('start.gone')}</p>
        ) : (
          <Unloaded query={!place.data ? place : cards.data ? cars : cards} rows={6} />
        )}
      </DriverPage>
    )
  return <Form place={place.data} connector={chosen} cards={cards.data} cars={cars.data} />
}

const isAboutBalance = (error: Error | null): boolean =>
  error instanceof CallError && error.code === 'driver.balance_too_low'

function Form({
  place,
  connector,
  cards,
  cars,
}: {
  place: Place
  connector: Connector
  cards: readonly OwnCard[]
  cars: readonly Car[]
}) {
  const t = useTexts('driver')
  const format = useFormat()
  const navigate = useNavigate()
  const queries = useQueryClient()
  // one key per form: a second tap starts nothing again
  const [key, renewKey] = useRequestKey()
  const [chosen, choose] = useState<string | null>(null)
  const [limit, setLimit] = useState<Limit | null>(null)
  // undefined: the preset one; a car that is no longer shared is not sent
  const [chosenCar, chooseCar] = useState<string | null>()
  const car =
    cars.find(({ id }) => id === (chosenCar === undefined ? presetCar(cars) : chosenCar))?.id ?? null
  const turn = useOwnQueue().data?.own?.turn
  const reservation = useOpenReservation()
  // the station reserves the connector for the card of the turn, or of the reservation
  const reservedFor = [turn, reservation].find((one) => one?.connector === connector.id)?.card ?? null
  const card =
    cards.find(({ id }) => id === (chosen ?? reservedFor)) ??
    cards.find(({ verdict }) => verdict === 'Accepted') ??
    cards[0]
  const { tariff, waiting } = useTariffOfCard({ place, connector: connector.id, cards, card })
  const { data: money } = useMoney()
  // the balance of the driver's client counts for its cards
  const payer = money?.prepaid && card?.client === money.client ? money : null
  const hasBalance = !payer || !tariff || isCovered(payer, tariff)
  const start = useMutation({
    mutationFn: () =>
      call(driverChargeStart, { id: key, connector: connector.id, card: card!.id, limit, car }),
    onSuccess: ({ id }) =>
      void navigate(addressOf('/driver/charge', [place.id, connector.id, id]), { replace: true }),
    onError: (failure) => {
      renewKey(failure)
      // what is shown may have changed without a live update: a card, a car or the state of the connector
      void queries.invalidateQueries()
    },
  })
  return (
    <DriverPage
      title={t('start.title')}
      badge={<ConnectorState state={connector.state} />}
      action={
        <>
          {start.error && (
            <Notice tone="bad" alert>
              {start.error.message}
            </Notice>
          )}
          {payer && tariff && <BalanceOfStart money={payer} tariff={tariff} />}
          {(!hasBalance || isAboutBalance(start.error)) && <TopUpLink />}
          <button
            type="button"
            className={css.big}
            data-kind={hasBalance ? 'primary' : undefined}
            disabled={!card || waiting !== null || !isStartable(connector) || start.isPending}
            onClick={() => start.mutate()}
          >
            <IconBolt size={22} />
            {t('start.start')}
          </button>
        </>
      }
    >
      <section className={`${css.card} ${css.connector}`}>
        <span className={css.tile}>{connector.no}</span>
        <div>
          <b>
            <bdi>{place.label}</bdi>
          </b>
          <div className={css.facts}>
            {connector.type !== null && <span>{connector.type}</span>}
            {connector.power !== null && <span>{format.withUnit(connector.power / 1000, 0, 'kW')}</span>}
            {connector.label !== null && <bdi>{connector.label}</bdi>}
          </div>
          {connector.evseid !== null && <span className="mono">{connector.evseid}</span>}
        </div>
      </section>
      {tariff ? (
        <PriceRows name={tariff.name} definition={tariff.definition} />
      ) : waiting ? (
        <Unloaded query={waiting} rows={3} />
      ) : (
        <p className={css.card}>{t('price.unknown')}</p>
      )}
      <CardOptions cards={cards} chosen={card?.id ?? null} onChoose={choose} />
      {cars.length > 0 && <CarOptions cars={cars} chosen={car} onChoose={chooseCar} />}
      <LimitField
        currency={tariff?.definition.currency ?? null}
        hasSoc={connector.reportssoc}
        limit={limit}
        onChange={setLimit}
      />
      <Link className={css.small} to={addressOf('/driver/stations', [place.id])}>
        {t('start.back')}
      </Link>
    </DriverPage>
  )
}
