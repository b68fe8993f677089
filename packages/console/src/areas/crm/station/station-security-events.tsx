import { securityEventList } from '@stationmaster/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { ownEventColumns, type SecurityEvent } from '../../../features/security/security-event-columns.tsx'
import type { Station } from '../../../features/stations/station-columns.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { PartTable } from '../../../ui/table/part-table.tsx'
import { Part } from '../../../ui/page/part.tsx'

/** Events shown per step; up to 1,000 are stored per station. */
const step = 10
const rowId = ({ id }: SecurityEvent) => id

/** Newest security events of a station. */
export function StationSecurityEvents({ station }: { station: Station }) {
  const t = useTexts('certificates')
  const [shownCount, setShownCount] = useState(step)
  const found = useEndpoint(
    securityEventList,
    // One more than is shown, to know that there are more.
    { filter: { stationid: station.id }, orderby: ['received DESC'], reclimit: shownCount + 1 },
    { hints: ['security_event.added'], station: station.id, keepPrevious: true },
  )
  return (
    <Part
      title={t('events.title')}
      actions={
        <LinkButton small to={addressOf('/crm/security-events', [], { q: station.identity })}>
          {t('events.toAll')}
        </LinkButton>
      }
    >
      <PartTable
        query={found}
        label={t('events.title')}
        columns={ownEventColumns}
        rows={found.data?.slice(0, shownCount) ?? []}
        rowId={rowId}
        rowName={({ type }) => type}
        onMore={(found.data?.length ?? 0) > shownCount && (() => setShownCount(shownCount + step))}
        empty={
          <Empty
            icon={<IconShieldCheck size={28} stroke={1.5} />}
            title={t('events.empty')}
            lead={t('events.emptyLead')}
          />
        }
      />
    </Part>
  )
}
