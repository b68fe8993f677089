import { incidentList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { Ago } from '../../../ui/time/moment.tsx'

const shown = 100

/** The incidents of stations that are folded under the outage of their site. */
export function FoldedIncidents({ id }: { id: string }) {
  const t = useTexts('incidents')
  const query = { filter: { parentid: id }, orderby: ['identity'], reclimit: shown }
  const found = useEndpoint(incidentList, query, { hints: ['incident.changed'], keepPrevious: true })
  if (found.data?.length === 0) return null
  return (
    <Card title={t('folded')}>
      {found.data ? (
        <RowList label={t('folded')}>
          {found.data.map((incident) => (
            <li key={incident.id}>
              <div>
                <Link className="mono" to={addressOf('/crm/incidents', [incident.id])}>
                  {incident.identity ?? t('number', { number: incident.number })}
                </Link>
              </div>
              <span className="muted">
                <Ago at={incident.opened} />
              </span>
            </li>
          ))}
        </RowList>
      ) : (
        <Unloaded small query={found} rows={3} />
      )}
    </Card>
  )
}
