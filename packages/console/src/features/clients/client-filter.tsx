import { lazy } from 'react'
import { Late } from '../../ui/table/late.tsx'
import type { ListFilter } from '../../ui/table/segment-filter.tsx'

const ClientSelect = lazy(async () => ({ default: (await import('./client-select.tsx')).ClientSelect }))

interface ClientAddress {
  client: string
  page: number
}

/** Returns the filter by client of a list whose address has the parameter `client`. */
export const clientFilter = (
  { at, go }: { at: Pick<ClientAddress, 'client'>; go: (change: ClientAddress) => void },
  label: string,
): ListFilter => ({
  inMenu: 'always',
  active: at.client === '' ? [] : [label],
  clear: { client: '' },
  control: (
    <Late key="client">
      <ClientSelect label={label} value={at.client} onChange={(client) => go({ client, page: 1 })} />
    </Late>
  ),
})
