import { Link, Navigate } from 'react-router'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { DriverPage } from '../parts/driver-page.tsx'
import css from '../parts/driver.module.css'
import { JoinQueue } from '../parts/queue-actions.tsx'
import { QueueTurn } from '../parts/queue-turn.tsx'
import { QueueWaiting } from '../parts/queue-waiting.tsx'
import { type QueuePlace, useOwnQueue } from '../parts/use-queue.ts'

/** The driver's place in a queue, their turn, or how it ended. */
export default function Queue() {
  const t = useTexts('driver')
  const found = useOwnQueue()
  if (!found.data)
    return (
      <DriverPage title={t('queue.title')}>
        <Unloaded query={found} rows={6} />
      </DriverPage>
    )
  const { own } = found.data
  if (own?.phase === 'waiting') return <QueueWaiting own={own} />
  if (own?.turn) return <QueueTurn key={own.turn.connector} own={own} turn={own.turn} />
  return <NoPlace own={own} />
}

/** Without a place in a queue: why it ended, and what can follow. */
function NoPlace({ own }: { own: QueuePlace | null }) {
  const t = useTexts('driver')
  const word = useTexts('driver-queue')
  if (own?.reason === 'started') return <Navigate replace to={addressOf('/driver/charge')} />
  const reason = own?.reason ?? 'none'
  const canRejoin = own !== null && (reason === 'missed' || reason === 'signed_out')
  // a driver without access does not find the site, nor anyone a deleted one
  const site = reason === 'not_authorized' || reason === 'withdrawn' ? null : own?.place
  return (
    <DriverPage
      title={own?.placelabel ?? t('queue.title')}
      heading={<bdi>{own?.placelabel ?? t('queue.title')}</bdi>}
      action={
        <>
          {canRejoin && <JoinQueue place={own.place} word={t('queue.rejoin')} />}
          <Link
            className={css.big}
            {...(canRejoin ? {} : { 'data-kind': 'primary' })}
            to={site ? addressOf('/driver/stations', [site]) : addressOf('/driver')}
          >
            {t(site ? 'queue.toSite' : 'find.title')}
          </Link>
        </>
      }
    >
      <div className={css.centre} aria-live="polite">
        <h2>{word(`ended.${reason}`)}</h2>
        <p>{word(`endedLead.${reason}`)}</p>
      </div>
    </DriverPage>
  )
}
