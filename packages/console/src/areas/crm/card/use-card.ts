import { cardGet, cardList, transactionList } from '@stationmaster/contract'
import { useEndpoint } from '../../../lib/query.ts'
import { isLikeId } from '../../../lib/station-name.ts'

const hints = ['card.changed', 'transaction.started', 'transaction.stopped', 'rights.changed'] as const

/** Loads the card that an address names by its id or its code; null if there is none with this code. */
export function useCard(name: string) {
  const isId = isLikeId(name)
  const byId = useEndpoint(cardGet, { id: name }, { hints, enabled: isId })
  const byCode = useEndpoint(cardList, { filter: { code: name }, reclimit: 1 }, { hints, enabled: !isId })
  return isId
    ? { query: byId, card: byId.data }
    : { query: byCode, card: byCode.data && (byCode.data[0] ?? null) }
}

/** Number of sessions that are loaded with a card. */
const loaded = 20

/** Loads the latest sessions of a card. */
export const useCardSessions = (cardid: string, reclimit = loaded) =>
  useEndpoint(
    transactionList,
    { filter: { cardid }, orderby: ['datestart DESC'], reclimit },
    { hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'], keepPrevious: true },
  )
