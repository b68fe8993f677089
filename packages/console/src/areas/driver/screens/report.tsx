import { driverPlaceGet, driverReportList } from '@stationmaster/contract'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { ReportForm } from '../parts/report-form.tsx'

/** A report about a place or a session; without an address, and after sending, the driver's reports. */
export default function Report() {
  const { param1: kind, param2: id, param3: connector } = useParams()
  const [isSent, setSent] = useState(false)
  const sent = () => setSent(true)
  if (isSent || id === undefined) return <OwnReports isSent={isSent} />
  if (kind === 'session') return <AboutSession id={id} onSent={sent} />
  return <AboutPlace id={id} connector={connector ?? null} onSent={sent} />
}

function AboutSession({ id, onSent }: { id: string; onSent: () => void }) {
  const t = useTexts('problem-reports')
  return (
    <DriverPage title={t('title')}>
      <ReportForm where={{ session: id }} onSent={onSent} />
    </DriverPage>
  )
}

function AboutPlace({ id, connector, onSent }: { id: string; connector: string | null; onSent: () => void }) {
  const t = useTexts('problem-reports')
  const found = useEndpoint(driverPlaceGet, { id })
  const [chosen, choose] = useState(connector)
  const place = found.data
  const list = place?.list ?? []
  const one = list.find((each) => each.id === chosen) ?? list[0]
  const isOneStation = list.every(({ station }) => station === one?.station)
  return (
    <DriverPage title={t('title')} {...(place && { badge: <bdi>{place.label}</bdi> })}>
      {one ? (
        <ReportForm where={{ connector: one.id }} onSent={onSent}>
          <fieldset className={css.group}>
            <legend>{t('where')}</legend>
            <div className={css.grid}>
              {list.map((each) => (
                <label key={each.id} className={css.option}>
                  <input
                    type="radio"
                    name="connector"
                    checked={each.id === one.id}
                    onChange={() => choose(each.id)}
                  />
                  <span className={css.no}>{each.no}</span>
                  <bdi className={css.facts}>
                    {each.label ?? (isOneStation ? null : each.stationlabel) ?? each.type}
                  </bdi>
                </label>
              ))}
            </div>
          </fieldset>
        </ReportForm>
      ) : (
        <Unloaded query={found} rows={6} />
      )}
    </DriverPage>
  )
}

function OwnReports({ isSent }: { isSent: boolean }) {
  const t = useTexts('problem-reports')
  const found = useEndpoint(driverReportList, {}, { hints: ['notice.changed'] })
  return (
    <DriverPage
      title={t(isSent ? 'sent' : 'own')}
      action={
        <Link className={css.big} data-kind="primary" to={addressOf('/driver')}>
          {t('toFind')}
        </Link>
      }
    >
      {isSent && <output>{t('sentLead')}</output>}
      {!found.data ? (
        <Unloaded query={found} rows={3} />
      ) : found.data.length === 0 ? (
        <p className={css.small}>{t('none')}</p>
      ) : (
        <ul className={css.places} aria-label={t('own')}>
          {found.data.map((report) => (
            <li key={report.id}>
              <div>
                <span>
                  <b>{t(`categories.${report.category}`)}</b>
                  <span className={css.facts}>
                    <span>{t(report.closed === null ? 'open' : 'closed')}</span>
                    <bdi>{report.placelabel}</bdi>
                    {report.connectorno !== null && <span>{t('connector', { no: report.connectorno })}</span>}
                    <Moment at={report.created} />
                    {report.photos > 0 && <span>{t('photoCount', { count: report.photos })}</span>}
                  </span>
                  {report.text !== null && <bdi className={css.written}>{report.text}</bdi>}
                  {report.outcome !== null && (
                    <span className={css.written}>
                      {t('outcome')} <bdi>{report.outcome}</bdi>
                    </span>
                  )}
                </span>
              </div>
            </li>
          ))}
        </ul>
      )}
    </DriverPage>
  )
}
