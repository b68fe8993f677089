import { stationList } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../lib/query.ts'
import { SuggestField } from '../../ui/form/fields.tsx'

const used = {
  fields: ['clientname'],
  search: [{ field: 'clientname', compare: 'INN' as const }],
  reclimit: 500,
}

/** The name of a client, with suggestions from the other stations. */
export function ClientField({
  value = '',
  ...field
}: {
  label: string
  value?: string
  error?: ReactNode
  onChange: (value: string) => void
}) {
  const { data = [] } = useEndpoint(stationList, used)
  const names = new Set(data.flatMap(({ clientname }) => (clientname === null ? [] : [clientname])))
  return <SuggestField limit={20} maxLength={120} data={[...names].sort()} value={value} {...field} />
}
