import { networkList } from '@stationmaster/contract'
import { useEndpoint } from '../../lib/query.ts'
import type { ListFilter } from '../../ui/table/segment-filter.tsx'
import { FilterSelect } from '../../ui/table/select-filter.tsx'

interface NetworkAddress {
  network: string
  page: number
}

const networks = { fields: ['id', 'name'], orderby: ['name'], reclimit: 500 }

/** Returns the filter by network of a list whose address has the parameter `network`. */
export function useNetworkFilter(
  { at, go }: { at: Pick<NetworkAddress, 'network'>; go: (change: NetworkAddress) => void },
  { label, placeholder }: { label: string; placeholder: string },
): ListFilter {
  const known = useEndpoint(networkList, networks).data ?? []
  const name = known.find(({ id }) => id === at.network)?.name
  return {
    inMenu: 'always',
    active: at.network === '' ? [] : [name ?? label],
    clear: { network: '' },
    control: known.length > 0 && (
      <FilterSelect
        key="network"
        label={label}
        width={190}
        placeholder={placeholder}
        searchable
        clearable
        data={known.map(({ id, name: text }) => ({ value: id, label: text }))}
        value={at.network || null}
        onChange={(network) => go({ network: network ?? '', page: 1 })}
      />
    ),
  }
}
