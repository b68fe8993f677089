import type { ViewList } from '../../lib/saved-views.ts'
import { cardCount, cardList } from '@stationmaster/contract'
import type { Go, Values } from '../../lib/address.ts'
import type { ListQueryBody } from '../../lib/list.ts'
import { type OwnParameters, type PagedList, usePagedList } from '../../ui/table/use-paged-list.ts'
import { type Card, cardColumns } from './card-columns.tsx'

interface CardSource<P extends OwnParameters> {
  /** Name of the list. */
  name: ViewList
  where: P
  at: Values<P>
  go: Go<P>
  order: readonly string[]
  filter?: ListQueryBody['filter']
  filterBy?: { [K in keyof P]?: string }
}

/** Loads a list of cards. */
export const useCardList = <P extends OwnParameters>(source: CardSource<P>): PagedList<Card, P> =>
  usePagedList({
    ...source,
    list: cardList,
    count: cardCount,
    columns: cardColumns,
    fields: ['code', 'name', 'label'],
    hints: ['card.changed', 'transaction.started', 'transaction.stopped', 'rights.changed'],
  })
