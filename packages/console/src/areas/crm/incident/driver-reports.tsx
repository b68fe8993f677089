import { type AnswerOf, incidentClose, type incidentGet, incidentLimits } from '@stationmaster/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import css from '../../../features/incidents/incidents.module.css'
import { useMay } from '../../../lib/access.ts'
import { pageConfig } from '../../../lib/page-config.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { useChange } from '../../../lib/use-change.ts'
import { Button } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { TextAreaField } from '../../../ui/form/fields.tsx'
import { SubmitForm } from '../../../ui/form/submit-form.tsx'
import { Card, Row, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'

type Shown = AnswerOf<typeof incidentGet>
type Report = Shown['reports'][number]

/** Reports of drivers with pictures, and the answer that they get when the incident is closed. */
export function DriverReports({ incident }: { incident: Shown }) {
  const t = useTexts('incidents')
  const { reports } = incident
  if (reports.length === 0) return null
  return (
    <Card title={t('reports.title')}>
      <Stack gap={4}>
        <RowList label={t('reports.title')}>
          {reports.map((report) => (
            <OneReport key={report.id} report={report} />
          ))}
        </RowList>
        {incident.status !== 'closed' && <Outcome id={incident.id} />}
      </Stack>
    </Card>
  )
}

function OneReport({ report }: { report: Report }) {
  const t = useTexts('incidents')
  const { created, username, text, connectorno, transactionid, photos } = report
  const { apiDomain } = pageConfig()
  return (
    <li>
      <div>
        <span>
          {username ? <bdi>{username}</bdi> : t('reports.driver')}
          {connectorno !== null && <> · {t('reports.connector', { no: connectorno })}</>}
          {transactionid !== null && (
            <>
              {' '}
              ·{' '}
              <Link to={addressOf('/crm/transactions', [transactionid])}>
                {t('reports.session', { number: transactionid })}
              </Link>
            </>
          )}
        </span>
        {text && <bdi className={css.text}>{text}</bdi>}
        {photos.length > 0 && (
          <span className={css.pictures}>
            {photos.map((photo) => (
              <a key={photo.id} href={apiDomain + photo.url} target="_blank" rel="noreferrer">
                <img
                  src={apiDomain + (photo.thumbnail ?? photo.url)}
                  alt={t('reports.photo', { name: photo.name })}
                  loading="lazy"
                />
              </a>
            ))}
          </span>
        )}
        <span className="muted">
          <Moment at={created} />
        </span>
      </div>
    </li>
  )
}

/** Closes the incident with a text that the drivers get. */
function Outcome({ id }: { id: string }) {
  const t = useTexts('incidents')
  const [text, setText] = useState('')
  const mayClose = useMay()(incidentClose, { id })
  const close = useChange(incidentClose)
  if (!mayClose) return null
  return (
    <SubmitForm save={close} onSubmit={() => close.mutate({ id, text })}>
      <TextAreaField
        label={t('reports.outcome')}
        description={t('reports.outcomeHint')}
        autosize
        minRows={2}
        maxLength={incidentLimits.comment}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Row end>
        <Button type="submit" disabled={text.trim() === ''} loading={close.isPending}>
          {t('reports.close')}
        </Button>
      </Row>
    </SubmitForm>
  )
}
