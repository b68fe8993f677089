import { Link } from 'react-router'
import type { Client } from '../../../features/clients/client-columns.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'

interface AllProps {
  client: Client
  tab: 'stations' | 'sessions' | 'cards' | 'invoices' | 'accounts'
  count: number
}

/** Link to the tab with all objects, absent if the client has none. */
export function All({ client, tab, count }: AllProps) {
  const t = useTexts('clients')
  if (count === 0) return null
  return (
    <Link
      to={addressOf('/crm/client', [client.id, tab])}
      aria-label={`${t('overview.all')}: ${t(`tabs.${tab}`)}`}
      preventScrollReset
    >
      {t('overview.all')}
    </Link>
  )
}
