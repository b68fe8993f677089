import {
  type AnswerOf,
  driverChargeEnd,
  driverChargeStop,
  driverPlaceGet,
  sessionCost,
  transactionGet,
} from '@stationmaster/contract'
import { Suspense, useMemo } from 'react'
import { TransactionChart } from '../../../features/charts/transaction-chart.tsx'
import { SessionCost } from '../../../features/charges/session-cost.tsx'
import { SignedValues } from '../../../features/transactions/signed-values-part.ts'
import { call } from '../../../lib/call.ts'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useOffline } from '../../../lib/use-offline.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Announced } from '../../../ui/feedback/announced.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { Figure } from './figure.tsx'
import { SavedHelp } from './saved-help.tsx'
import { IdleNotice } from './idle-notice.tsx'
import { LiveNote } from './live-note.tsx'
import { ReportLink } from './report-link.tsx'
import { Ring } from './ring.tsx'
import { SessionCar } from './session-car.tsx'
import { StopButton } from './stop-button.tsx'
import { placeOf } from './session-rows.tsx'
import { asRow, noRows, useSavedOffline } from './use-saved-offline.ts'

type Session = AnswerOf<typeof transactionGet>

const hints = ['transaction.changed', 'transaction.stopped', 'charge.changed'] as const
const liveMs = 5_000

/** A session of the driver: live while it is running, then its receipt. */
export function OneSession({ number }: { number: number }) {
  const t = useTexts('driver')
  const found = useEndpoint(transactionGet, { transactionid: number }, { hints })
  if (!found.data)
    return (
      <DriverPage title={t('sessions')}>
        <Unloaded query={found} rows={6} />
      </DriverPage>
    )
  const isRunning = found.data.statecode === 'running'
  return (
    <>
      {isRunning ? <Live session={found.data} /> : <Receipt session={found.data} />}
      <Announced text={t(isRunning ? chargingText(found.data) : 'starting.lead.ended')} />
    </>
  )
}

/** Returns the key of the text that states whether a running session charges. */
const chargingText = ({ chargingstate }: Session) =>
  chargingstate?.startsWith('suspended') === true ? 'live.paused' : 'live.charging'

function useTitle(session: Session): string {
  const t = useTexts('driver')
  return t('live.at', { place: placeOf(session) ?? t('site.station'), no: session.connectorid })
}

function Live({ session }: { session: Session }) {
  const t = useTexts('driver')
  const format = useFormat()
  const now = useNow('second')
  const title = useTitle(session)
  // fetches the session again while it is running
  const live = useEndpoint(
    transactionGet,
    { transactionid: session.transactionid },
    { hints, refetchInterval: liveMs },
  )
  const cost = useEndpoint(sessionCost, { id: session.id }, { hints, refetchInterval: liveMs })
  const ends = useEndpoint(driverChargeEnd, { session: session.id }, { hints, refetchInterval: 3 * liveMs })
    .data?.ends
  const { soc, power, energy } = session
  const phone = useEndpoint(driverPlaceGet, { id: session.stationid }).data?.phone
  const isOffline = useOffline()
  const isLost = isOffline || live.failureCount > 0
  const since = new Date(live.dataUpdatedAt).toISOString()
  const running = useMemo(() => [{ session, charge: cost.data }], [session, cost.data])
  useSavedOffline('running', running, ({ session: { readingsat }, charge }) => ({
    title,
    facts: [power === null ? null : format.power(power), format.energy(energy)].filter(Boolean).join(' · '),
    note: [t('lost.charging', { time: format.dateTime(readingsat ?? since) }), t('lost.stop')].join(' '),
    ...(charge?.cost != null &&
      charge.currency !== null && { end: format.money(charge.cost, charge.currency) }),
  }))
  const charging = chargingText(session)
  return (
    <DriverPage
      title={title}
      heading={<bdi>{title}</bdi>}
      action={
        <StopButton request={() => call(driverChargeStop, { session: session.id }, { limitMs: 90_000 })} />
      }
      lost={isLost ? <Lost since={since} /> : undefined}
    >
      <IdleNotice fee={cost.data?.idlefee} currency={cost.data?.currency} />
      <Ring isLost={isLost} share={soc === null ? 1 : soc / 100}>
        <span className={css.state} data-state={charging === 'live.paused' ? 'suspended' : 'charging'}>
          {t(charging)}
        </span>
        <span className={css.huge}>{soc === null ? format.energy(energy) : format.percent(soc)}</span>
        <span>{power === null ? t('live.noPower') : format.power(power)}</span>
      </Ring>
      <div className={`${css.card} ${css.figures}`} data-lost={isLost || undefined}>
        <Figure
          label={t('live.cost')}
          value={
            cost.data?.cost != null && cost.data.currency !== null
              ? format.money(cost.data.cost, cost.data.currency)
              : '–'
          }
        />
        <Figure label={t('live.energy')} value={format.energy(energy)} />
        <Figure
          label={t('live.time')}
          value={format.duration((now - Date.parse(session.datestart)) / 1_000)}
        />
      </div>
      <SessionCar session={session} />
      <LiveNote readingsAt={session.readingsat} ends={isLost ? null : ends} />
      <section className={css.card}>
        <TransactionChart transaction={session} height={180} start={session.datestart} />
      </section>
      {phone != null && <SavedHelp phone={phone} place={title} />}
      <ReportLink about={['session', session.id]} />
    </DriverPage>
  )
}

/** Shows how to stop without the phone, and the time of the values. */
function Lost({ since }: { since: string }) {
  const t = useTexts('driver')
  const format = useFormat()
  return (
    <>
      <div>{t('lost.charging', { time: format.time(since) })}</div>
      <div>{t('lost.stop')}</div>
    </>
  )
}

function Receipt({ session }: { session: Session }) {
  // it is no longer running
  useSavedOffline('running', noRows, asRow)
  const t = useTexts('driver')
  const format = useFormat()
  const title = useTitle(session)
  const cost = useEndpoint(sessionCost, { id: session.id }, { hints, refetchInterval: 10_000 })
  const { data } = cost
  return (
    <DriverPage title={t('receipt.title')}>
      <IdleNotice fee={data?.idlefee} currency={data?.currency} />
      <div className={css.centre}>
        {data?.sofar && <p>{t('live.cost')}</p>}
        <span className={css.huge}>
          {data?.holdreason === 'needs_review'
            ? t('receipt.review')
            : data?.cost != null && data.currency !== null
              ? format.money(data.cost, data.currency)
              : t(data?.pricestate === 'waiting' ? 'receipt.waiting' : 'receipt.noPrice')}
        </span>
        <p>
          <bdi>{title}</bdi>
        </p>
        <p>{format.range(session.datestart, session.datestop)}</p>
        <SessionCar session={session} />
      </div>
      <div className={`${css.card} ${css.figures}`}>
        <Figure label={t('live.energy')} value={format.energy(session.energy)} />
        <Figure label={t('live.time')} value={format.duration(session.duration)} />
        <Figure label={t('receipt.number')} value={String(session.transactionid)} />
      </div>
      <SessionCost id={session.id} number={session.transactionid} />
      <Suspense>
        <SignedValues number={session.transactionid} />
      </Suspense>
      <section className={css.card}>
        <TransactionChart transaction={session} height={180} />
      </section>
      <ReportLink about={['session', session.id]} />
      <button type="button" className={css.big} onClick={() => window.print()}>
        {t('receipt.print')}
      </button>
    </DriverPage>
  )
}
