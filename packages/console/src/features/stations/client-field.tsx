import { stationList } from '@stationmaster/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endpointQuery } from '../../lib/query.ts'
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
  const { data = [] } = useQuery(endpointQuery(stationList, used))
  const names = new Set(data.flatMap(({ clientname }) => (clientname === null ? [] : [clientname])))
  return <SuggestField limit={20} maxLength={120} data={[...names].sort()} value={value} {...field} />
}
