import { useDebouncedValue } from '@mantine/hooks'
import { clientList } from '@stationmaster/contract'
import { useState } from 'react'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

/** The client of an object. */
export interface OfClient {
  client: string | null
  clientname: string | null
}

/** Returns properties of a select field whose options are clients, found by name, number or email on the server. */
export function useClientOptions(present?: OfClient) {
  const [text, setText] = useState('')
  const [searched] = useDebouncedValue(text, 250)
  const { data = [] } = useEndpoint(
    clientList,
    {
      fields: ['id', 'code', 'name'],
      search: textSearch(searched, ['name', 'code', 'email']),
      orderby: ['name'],
      reclimit: 20,
    },
    { keepPrevious: true, hints: ['client.changed'] },
  )
  const options = new Map(data.map(({ id, code, name }) => [id, `${name} · ${code}`]))
  // the present client may not be among the first
  if (present?.client && !options.has(present.client))
    options.set(present.client, present.clientname ?? present.client)
  return {
    data: [...options].map(([value, label]) => ({ value, label })),
    searchable: true,
    clearable: true,
    onSearchChange: setText,
  }
}
