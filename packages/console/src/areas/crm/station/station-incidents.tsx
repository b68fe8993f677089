import { incidentCount } from '@stationmaster/contract'
import { IconFlag } from '@tabler/icons-react'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useMay } from '../../../lib/access.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'

/** Counts the open incidents of a station, if the user may see incidents. */
export function useOpenIncidents(station: string) {
  const enabled = useMay()(incidentCount)
  const body = { filter: { stationid: station, status: 'open' } }
  return useEndpoint(incidentCount, body, { hints: ['incident.changed'], keepPrevious: true, enabled })
}

/** Number of open incidents of a station, with a link to them; nothing if there are none. */
export function IncidentBanner({ station: { id } }: { station: Station }) {
  const t = useTexts('station')
  const count = useOpenIncidents(id).data?.count ?? 0
  if (count === 0) return null
  return (
    <Notice
      tone="warn"
      icon={<IconFlag size={18} />}
      action={
        <LinkButton small to={addressOf('/crm/incidents', [], { station: id })}>
          {t('banners.showIncidents')}
        </LinkButton>
      }
    >
      {t('banners.incidents', { count })}
    </Notice>
  )
}
