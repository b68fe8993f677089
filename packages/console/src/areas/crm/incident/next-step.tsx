import type { AnswerOf, incidentGet } from '@stationmaster/contract'
import { lazy, Suspense } from 'react'
import { useNextStep } from '../../../features/incidents/incident-words.ts'
import { addressOf } from '../../../lib/screen.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { PhoneLink } from '../../../ui/data/contact-links.tsx'
import { Card, Row, Stack } from '../../../ui/page/page.tsx'

const StationSteps = lazy(async () => {
  const [module] = await Promise.all([import('./station-steps.tsx'), loadTexts('station', 'errors')])
  return { default: module.StationSteps }
})

const hourMs = 3_600_000

/** What a user does next about an incident, with the links that it needs. */
export function NextStep({ incident }: { incident: AnswerOf<typeof incidentGet> }) {
  const t = useTexts('incidents')
  const { stationid, siteid, contactname, contactphone, opened, closed, details, rule } = incident
  const step = useNextStep()(incident)
  const number = details.transactionid
  const from = new Date(Date.parse(opened) - hourMs).toISOString()
  return (
    <Card title={t('nextStep')}>
      <Stack>
        <p>{step}</p>
        {typeof details.info === 'string' && <p className="muted">{t('reported', { info: details.info })}</p>}
        <Row>
          {rule === 'faulted' && closed === null && stationid && (
            <Suspense>
              <StationSteps id={stationid} />
            </Suspense>
          )}
          {rule === 'blocked_card' && (
            <LinkButton to={addressOf('/crm/card', [incident.cardid ?? incident.idtag ?? ''])}>
              {t('links.card')}
            </LinkButton>
          )}
          {number && (
            <LinkButton to={addressOf('/crm/transaction', [Number(number)])}>{t('links.session')}</LinkButton>
          )}
          {stationid && (
            <>
              <LinkButton to={addressOf('/crm/station', [stationid])}>{t('links.station')}</LinkButton>
              <LinkButton
                to={addressOf('/crm/activity', [], {
                  station: stationid,
                  from,
                  ...(closed === null ? {} : { to: closed }),
                })}
              >
                {t('links.activity')}
              </LinkButton>
            </>
          )}
          {rule === 'site_outage' && siteid && (
            <LinkButton to={addressOf('/crm/stations', [], { site: siteid, state: 'offline' })}>
              {t('links.offline')}
            </LinkButton>
          )}
          {contactphone && (
            <span>
              {t('links.contact')} {contactname} <PhoneLink phone={contactphone} />
            </span>
          )}
        </Row>
      </Stack>
    </Card>
  )
}
