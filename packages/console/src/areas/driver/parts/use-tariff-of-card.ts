import { type AnswerOf, driverPlaceGet } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import type { OwnCard } from './card-options.tsx'

type Place = AnswerOf<typeof driverPlaceGet>

interface Start {
  place: Place
  connector: string
  cards: readonly OwnCard[]
  card: OwnCard | undefined
}

/**
 * Returns the tariff of a start: the card pays, so if the cards are of several clients, it is read for the chosen one.
 * `waiting` is the query that has not returned it yet.
 */
export function useTariffOfCard({ place, connector, cards, card }: Start) {
  const isOfCard = cards.some(({ client }) => client !== cards[0]?.client)
  const ofCard = useEndpoint(
    driverPlaceGet,
    { id: place.id, ...(card && { card: card.id }) },
    { hints: ['connector.changed'], enabled: isOfCard },
  )
  const priced = isOfCard ? ofCard.data : place
  const at = priced?.list.find(({ id }) => id === connector)?.tariff ?? null
  return { tariff: at === null ? undefined : priced?.tariffs[at], waiting: priced ? null : ofCard }
}
