import { clientList } from '@stationmaster/contract'
import { useFoundOptions } from './found-options.ts'
import { textSearch } from './list.ts'
import { useEndpoint } from './query.ts'

/** The client of an object. */
export interface OfClient {
  client: string | null
  clientname: string | null
}

/** Returns properties of a select field whose options are clients, found by name, number or email on the server. */
export function useClientOptions(present?: OfClient) {
  const { searched, fieldOf } = useFoundOptions()
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
  const { client = null, clientname = null } = present ?? {}
  return {
    ...fieldOf(
      data.map(({ id, code, name }) => [id, `${name} · ${code}`]),
      client === null ? [] : [[client, clientname ?? client]],
    ),
    clearable: true,
  }
}
