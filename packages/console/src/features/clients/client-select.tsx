import { clientCount, clientGet } from '@stationmaster/contract'
import { useClientOptions } from '../../lib/client-options.ts'
import { useEndpoint } from '../../lib/query.ts'
import { useTexts } from '../../lib/texts.ts'
import { useHold } from '../../ui/table/late.tsx'
import { FilterSelect } from '../../ui/table/select-filter.tsx'

/** Limits a list to one client by its id; hidden while there are no clients. */
export function ClientSelect({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (client: string) => void
}) {
  const t = useTexts()
  const count = useEndpoint(clientCount, {}, { hints: ['client.changed'] })
  useHold(count.isLoading)
  const chosen = useEndpoint(clientGet, { id: value, fields: ['name'] }, { enabled: value !== '' })
  const options = useClientOptions(
    value === '' ? undefined : { client: value, clientname: chosen.data?.name ?? null },
  )
  if (value === '' && !count.data?.count) return null
  return (
    <FilterSelect
      label={label}
      width={200}
      placeholder={t('ui.table.allClients')}
      {...options}
      value={value || null}
      onChange={(client) => onChange(client ?? '')}
    />
  )
}
