import { cardList } from '@stationmaster/contract'
import { useFoundOptions } from './found-options.ts'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

interface NamedCard {
  id: string
  code: string
  name: string | null
}

const labelOf = ({ code, name }: NamedCard): string => (name ? `${name} · ${code}` : code)

/** Returns properties of a select field whose options are cards, found by code, name or label on the server. */
export function useCardOptions(present: NamedCard | null) {
  const { searched, fieldOf } = useFoundOptions()
  const { data = [] } = useEndpoint(
    cardList,
    {
      fields: ['id', 'code', 'name'],
      search: textSearch(searched, ['code', 'name', 'label']),
      orderby: ['name', 'code'],
      reclimit: 20,
    },
    { keepPrevious: true, hints: ['card.changed'] },
  )
  return {
    ...fieldOf(
      data.map((card) => [card.id, labelOf(card)]),
      present === null ? [] : [[present.id, labelOf(present)]],
    ),
    clearable: true,
  }
}
