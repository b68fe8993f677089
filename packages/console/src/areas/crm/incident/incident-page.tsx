import { type AnswerOf, incidentGet } from '@stationmaster/contract'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { useCause } from '../../../features/incidents/incident-words.ts'
import { LazyDeliveryLog } from '../../../features/incidents/lazy-notifications.tsx'
import { IncidentStatus, SeverityChip } from '../../../features/incidents/severity.tsx'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Loading } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Card, Page, PageHead, useHeadingFocus } from '../../../ui/page/page.tsx'
import { DriverReports } from './driver-reports.tsx'
import { IncidentActions } from './incident-actions.tsx'
import { FoldedIncidents } from './folded-incidents.tsx'
import { IncidentFigures } from './incident-figures.tsx'
import { IncidentTimeline } from './incident-timeline.tsx'
import { NextStep } from './next-step.tsx'

type IncidentShown = AnswerOf<typeof incidentGet>

/** One incident. */
export default function IncidentPage({ id }: { id: string }) {
  const t = useTexts('incidents')
  const found = useEndpoint(incidentGet, { id }, { hints: ['incident.changed', 'rights.changed'] })
  const crumbs = useCrumbs()
  useHeadingFocus(id)
  if (found.data) return <Shown incident={found.data} />
  return (
    <Page>
      <PageHead title={t('incident')} crumbs={crumbs} />
      <ObjectNotFound
        query={found}
        title={t('notFound')}
        lead={t('notFoundLead')}
        to={addressOf('/crm/incidents')}
        link={t('toIncidents')}
      />
    </Page>
  )
}

function Shown({ incident }: { incident: IncidentShown }) {
  const t = useTexts('incidents')
  const { number, severity, status, stationid, identity, siteid, sitelabel, idtag, cardname } = incident
  return (
    <Page>
      <PageHead
        title={useCause()(incident)}
        crumbs={useCrumbs()}
        badge={
          <>
            <SeverityChip severity={severity} />
            <IncidentStatus status={status} />
          </>
        }
        facts={
          <span>
            {t('number', { number })}
            {stationid && (
              <>
                {' '}
                ·{' '}
                <Link className="mono" to={addressOf('/crm/station', [stationid])}>
                  {identity}
                </Link>
              </>
            )}
            {siteid && (
              <>
                {' '}
                · <Link to={addressOf('/crm/site', [siteid])}>{sitelabel}</Link>
              </>
            )}
            {incident.parentid && (
              <>
                {' '}
                · <Link to={addressOf('/crm/incidents', [incident.parentid])}>{t('partOf')}</Link>
              </>
            )}
            {idtag && <> · {t('card', { card: cardname ?? idtag })}</>}
          </span>
        }
        actions={<IncidentActions incident={incident} />}
      />
      <IncidentFigures incident={incident} />
      <NextStep incident={incident} />
      {incident.rule === 'site_outage' && <FoldedIncidents id={incident.id} />}
      <DriverReports incident={incident} />
      <IncidentTimeline incident={incident} />
      <Card title={t('notifications')}>
        <Suspense fallback={<Loading rows={2} />}>
          <LazyDeliveryLog filter={{ incidentid: incident.id }} />
        </Suspense>
      </Card>
    </Page>
  )
}

function useCrumbs() {
  const t = useTexts('incidents')
  return [{ label: t('title'), to: addressOf('/crm/incidents') }]
}
