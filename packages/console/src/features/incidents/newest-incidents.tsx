import { incidentList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useMay } from '../../lib/access.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { RowList } from '../../ui/data/row-list.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { Card } from '../../ui/page/page.tsx'
import { Ago } from '../../ui/time/moment.tsx'
import css from './incidents.module.css'
import { useCause } from './incident-words.ts'
import { SeverityChip } from './severity.tsx'

const query = {
  filter: { status: 'open', acknowledged: null, parentid: null },
  orderby: ['opened DESC'],
  reclimit: 10,
}

/** The newest open incidents that no user has acknowledged. */
export function NewestIncidents() {
  const t = useTexts('incidents')
  const cause = useCause()
  const enabled = useMay()(incidentList)
  const found = useEndpoint(incidentList, query, { hints: ['incident.changed'], keepPrevious: true, enabled })
  if (!enabled) return null
  return (
    <Card
      title={t('title')}
      actions={
        <LinkButton small to={addressOf('/crm/incidents')}>
          {t('all')}
        </LinkButton>
      }
    >
      {!found.data && <Unloaded query={found} rows={3} />}
      {found.data?.length === 0 && <p className="muted">{t('noneUnacknowledged')}</p>}
      {found.data && found.data.length > 0 && (
        <RowList label={t('newest')}>
          {found.data.map((incident) => (
            <li key={incident.id}>
              <div>
                <Link className={css.isNew} to={addressOf('/crm/incidents', [incident.id])}>
                  {cause(incident)}
                </Link>
                <span className="muted">
                  <SeverityChip severity={incident.severity} />
                  {incident.identity && <bdi className="mono">{incident.identity}</bdi>}
                  <Ago at={incident.opened} />
                </span>
              </div>
            </li>
          ))}
        </RowList>
      )}
    </Card>
  )
}
