import { securityEventCount, securityEventList } from '@stationmaster/contract'
import { IconShieldCheck } from '@tabler/icons-react'
import { securityEventColumns } from '../../../features/security/security-event-columns.tsx'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const where = { ...listParameters, source: oneOf(['all', 'station', 'server']) }

/** Security events of all stations. */
export default function SecurityEvents() {
  const t = useTexts('certificates')
  const [at, go] = useAddress(where)
  const events = usePagedList({
    name: 'security-events',
    list: securityEventList,
    count: securityEventCount,
    columns: securityEventColumns,
    where,
    at,
    go,
    fields: ['identity', 'type', 'info'],
    filter: at.source === 'all' ? {} : { own: at.source === 'server' },
    order: ['received DESC'],
    hints: ['security_event.added'],
  })
  return (
    <ListScreen
      list={events}
      title={t('events.title')}
      count={(count) => t('events.count', { count })}
      file="security-events"
      placeholder={t('events.filter')}
      filters={[
        segmentFilter(events, 'source', {
          label: t('events.source'),
          word: (source) => (source === 'all' ? t('all') : t(`events.${source}`)),
        }),
      ]}
      empty={
        <Empty
          icon={<IconShieldCheck size={28} stroke={1.5} />}
          title={t('events.empty')}
          lead={t('events.emptyLead')}
        />
      }
      rowName={({ type }) => type}
      href={({ stationid }) => addressOf('/crm/station', [stationid, 'security'])}
    />
  )
}
