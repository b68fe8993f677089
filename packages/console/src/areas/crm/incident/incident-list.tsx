import { incidentCount, incidentFigures, incidentList } from '@stationmaster/contract'
import { IconAdjustmentsHorizontal, IconCircleCheck } from '@tabler/icons-react'
import { incidentColumns } from '../../../features/incidents/incident-columns.tsx'
import css from '../../../features/incidents/incidents.module.css'
import { useCause } from '../../../features/incidents/incident-words.ts'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Empty, Failure } from '../../../ui/feedback/feedback.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { selectFilter } from '../../../ui/table/select-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'
import { useIncidentKeys } from './use-incident-keys.ts'

const where = {
  ...listParameters,
  show: oneOf(['open', 'snoozed', 'closed']),
  severity: oneOf(['all', 'critical', 'major', 'minor']),
  station: text(),
}
const hints = ['incident.changed', 'rights.changed'] as const
const statusesOf = { open: ['open', 'recovered'], snoozed: ['snoozed'], closed: ['closed'] } as const

/** What needs attention: incidents by severity, the oldest first. */
export default function Incidents() {
  const t = useTexts('incidents')
  const [at, go] = useAddress(where)
  const cause = useCause()
  const figures = useEndpoint(incidentFigures, {}, { hints, keepPrevious: true }).data
  const incidents = usePagedList({
    name: 'incidents',
    list: incidentList,
    count: incidentCount,
    columns: incidentColumns,
    where,
    at,
    go,
    fields: ['identity', 'sitelabel', 'idtag', 'cardname'],
    filterBy: { severity: 'severity' },
    filter: {
      status: [...statusesOf[at.show]],
      ...(at.station === '' ? {} : { stationid: at.station }),
      // incidents of stations are on the page of the outage of their site
      ...(at.show === 'open' && at.station === '' ? { parentid: null } : {}),
    },
    order: at.show === 'closed' ? ['closed DESC'] : ['urgency', 'opened'],
    hints,
  })
  const changes = useIncidentKeys(incidents.rows)
  return (
    <ListScreen
      list={incidents}
      title={t('title')}
      facts={
        <>
          {figures && (
            <span>
              {t('facts', {
                open: figures.open,
                unacknowledged: figures.unacknowledged,
                stations: figures.stations,
              })}
            </span>
          )}
          <span className={css.keys}>{t('keys')}</span>
        </>
      }
      actions={
        <LinkButton
          icon={<IconAdjustmentsHorizontal size={16} />}
          to={addressOf('/crm/incidents', ['rules'])}
        >
          {t('rules.title')}
        </LinkButton>
      }
      placeholder={t('filter')}
      above={changes.error && <Failure small error={changes.error} />}
      filters={[
        segmentFilter(incidents, 'show', {
          label: t('columns.status'),
          word: (show) => t(`show.${show}`),
        }),
        { active: at.station === '' ? [] : [t('columns.station')], clear: { station: '' } },
        selectFilter(incidents, 'severity', {
          label: t('columns.severity'),
          width: 190,
          word: (severity) => (severity === 'all' ? t('allSeverities') : t(`severities.${severity}`)),
        }),
      ]}
      empty={
        <Empty
          icon={<IconCircleCheck size={28} stroke={1.5} />}
          title={t(`empty.${at.show}`)}
          lead={t('emptyLead')}
        />
      }
      rowName={cause}
      rowState={({ severity }) => severity}
      href={({ id }) => addressOf('/crm/incidents', [id])}
    />
  )
}
