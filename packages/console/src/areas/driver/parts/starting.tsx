import { type AnswerOf, driverChargeGet } from '@stationmaster/contract'
import { IconCheck, IconCircle } from '@tabler/icons-react'
import { Suspense, useEffect } from 'react'
import { Link, Navigate } from 'react-router'
import { useNow } from '../../../lib/clock.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { StoredError } from '../../../lib/stored-error.tsx'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import { TopUpLink } from './balance-of-start.tsx'
import { clockOf } from './countdown.ts'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { vibrate } from './vibrate.ts'

type Charge = AnswerOf<typeof driverChargeGet>

/** Interval of reading the state; a late answer of the station still changes it. */
const everyMs = 2_000

/** Glyphs of the phases of a start. */
export const glyphs = {
  asking: 'preparing',
  plug_in: 'preparing',
  charging: 'charging',
  ended: 'finishing',
  refused: 'faulted',
  card_refused: 'faulted',
  silent: 'offline',
  timed_out: 'unavailable',
  not_sent: 'offline',
} as const satisfies Record<Charge['phase'], string>

/** The steps from the request to the session that the station starts. */
export function Starting({ id, place }: { id: string; place: string }) {
  const t = useTexts('driver')
  const found = useEndpoint(driverChargeGet, { id }, { refetchInterval: everyMs })
  const charge = found.data
  const phase = charge?.phase
  useEffect(() => {
    if (phase === 'plug_in' || phase === 'refused') vibrate(60)
  }, [phase])
  if (!charge)
    return (
      <DriverPage title={t('start.title')}>
        <Unloaded query={found} rows={5} />
      </DriverPage>
    )
  if (charge.transactionid !== null)
    return <Navigate replace to={addressOf('/driver/sessions', [charge.transactionid])} />
  const hasFailed = charge.phase !== 'asking' && charge.phase !== 'plug_in'
  const no = charge.connectorno
  return (
    <DriverPage
      title={t('starting.at', { no, place: charge.placelabel })}
      action={
        hasFailed ? (
          <Link
            className={css.big}
            data-kind="primary"
            to={addressOf('/driver/charge', [place, charge.connector])}
          >
            {t('starting.again')}
          </Link>
        ) : undefined
      }
    >
      <div className={css.centre} role={hasFailed ? 'alert' : 'status'}>
        <span className={css.state} data-state={glyphs[charge.phase]}>
          <StateGlyph state={glyphs[charge.phase]} size={72} />
        </span>
        <h2>{t(`starting.title.${charge.phase}`)}</h2>
        <p>{t(`starting.lead.${charge.phase}`, { no })}</p>
        {hasFailed && charge.reason !== null && (
          <p>
            <Suspense>
              <StoredError code={charge.reason} params={null} message={null} />
            </Suspense>
          </p>
        )}
      </div>
      {charge.deadline !== null && <Countdown until={charge.deadline} />}
      <ol className={`${css.card} ${css.steps}`}>
        <Step isDone={charge.answered !== null} isNow={charge.phase === 'asking'} text={t('starting.sent')} />
        <Step
          isDone={charge.connectorstate === 'preparing'}
          isNow={charge.phase === 'plug_in'}
          text={t('starting.plug', { no })}
        />
        <Step isDone={false} isNow={false} text={t('starting.starts')} />
      </ol>
      {charge.reason?.endsWith('card_balance_too_low') === true && <TopUpLink isQuiet />}
      {hasFailed && (
        <Link className={css.big} to={addressOf('/driver/stations', [place])}>
          {t('starting.other')}
        </Link>
      )}
    </DriverPage>
  )
}

/** A step of a start: done, in progress or to come. */
export const Step = ({ isDone, isNow, text }: { isDone: boolean; isNow: boolean; text: string }) => (
  <li data-done={isDone || undefined} data-now={isNow || undefined}>
    {isDone ? <IconCheck size={22} /> : <IconCircle size={22} />}
    {text}
  </li>
)

/** Time until the station stops waiting for the cable. */
export function Countdown({ until }: { until: string }) {
  const t = useTexts('driver')
  const seconds = Math.max(0, Math.round((Date.parse(until) - useNow('second')) / 1_000))
  return (
    <p className={css.centre}>
      <span className={css.huge}>{clockOf(seconds)}</span>
      {t('starting.left')}
    </p>
  )
}
