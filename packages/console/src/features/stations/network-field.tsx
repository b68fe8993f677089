import { networkList } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../lib/query.ts'
import { SelectField } from '../../ui/form/fields.tsx'

const offered = { filter: { statecode: 'enabled' }, fields: ['name'], orderby: ['name'], reclimit: 500 }

/** Selects one of the networks that administrators have added; hidden if there are none. */
export function NetworkField({
  value = '',
  ...field
}: {
  label: string
  value?: string
  error?: ReactNode
  onChange: (value: string | null) => void
}) {
  const networks = useEndpoint(networkList, offered)
  const names = new Set(networks.data?.map(({ name }) => name))
  // the network of the station may have been disabled since
  if (value !== '') names.add(value)
  if (names.size === 0) return null
  return <SelectField searchable clearable data={[...names]} value={value || null} {...field} />
}
