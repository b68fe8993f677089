import { stationList } from '@stationmaster/contract'
import { useFoundOptions } from './found-options.ts'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

/** Returns properties of a select field whose options are stations, found by identity, name or address on the server. */
export function useStationOptions(present: { id: string; identity: string } | null) {
  const { searched, fieldOf } = useFoundOptions()
  const { data = [] } = useEndpoint(
    stationList,
    {
      fields: ['id', 'identity', 'label'],
      search: textSearch(searched, ['identity', 'label', 'address']),
      orderby: ['identity'],
      reclimit: 20,
    },
    { keepPrevious: true, hints: ['station.changed'] },
  )
  return {
    ...fieldOf(
      data.map(({ id, identity, label }) => [id, label ? `${identity} · ${label}` : identity]),
      present === null ? [] : [[present.id, present.identity]],
    ),
    clearable: true,
  }
}
