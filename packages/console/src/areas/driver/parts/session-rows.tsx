import { type AnswerOf, transactionList } from '@stationmaster/contract'
import { Link, useLocation } from 'react-router'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Moment } from '../../../ui/time/moment.tsx'
import css from './driver.module.css'
import { ExpectedRows } from './expected-rows.tsx'
import { asRow, noRows, useSavedOffline } from './use-saved-offline.ts'

type Session = AnswerOf<typeof transactionList>[number]

/** Heights of a session, and of the text where there is none. */
const heights = { row: 66, none: 40 }

const hints = ['transaction.started', 'transaction.changed', 'transaction.stopped', 'charge.changed'] as const

/** Sessions of the driver's cards, the newest first. `isRunning` limits them to those that are running; without one the last is shown. */
export function SessionRows({ count, isRunning = false }: { count: number; isRunning?: boolean }) {
  const t = useTexts('driver')
  const found = useEndpoint(
    transactionList,
    {
      reclimit: count,
      orderby: ['datestart DESC'],
      ...(isRunning && { filter: { statecode: 'running' } }),
    },
    { hints, refetchInterval: 15_000 },
  )
  const format = useFormat()
  const saved = count === 1 || isRunning ? null : (found.data ?? null)
  useSavedOffline('sessions', saved, (session) => ({
    title: placeOf(session) ?? t('site.station'),
    facts: `${format.dateTime(session.datestart)} · ${format.energy(session.energy)}`,
    ...(session.cost != null &&
      session.currency != null && { end: format.money(session.cost, session.currency) }),
  }))
  // none is running any more
  useSavedOffline('running', isRunning && found.data?.length === 0 ? noRows : null, asRow)
  if (!found.data) return <ExpectedRows list="sessions" most={count} heights={heights} query={found} />
  if (found.data.length === 0)
    return isRunning ? (
      <>
        <p className={css.small}>{t('charge.none')}</p>
        <SessionRows count={1} />
      </>
    ) : (
      <p className={css.small}>{t('noSessionsLead')}</p>
    )
  return (
    <ul className={css.places} aria-label={t('sessions')}>
      {found.data.map((session) => (
        <li key={session.id}>
          <SessionRow session={session} />
        </li>
      ))}
    </ul>
  )
}

function SessionRow({ session }: { session: Session }) {
  const t = useTexts('driver')
  const format = useFormat()
  const { pathname } = useLocation()
  const { statecode, cost, currency } = session
  const content = (
    <>
      <span>
        <b>
          <bdi>{placeOf(session) ?? t('site.station')}</bdi>
        </b>
        <span className={css.facts}>
          <Moment at={session.datestart} />
          <span>{format.energy(session.energy)}</span>
          {statecode === 'running' && (
            <span className={css.state} data-state="charging">
              {t('live.charging')}
            </span>
          )}
        </span>
      </span>
      <b>{cost != null && currency != null ? format.money(cost, currency) : ''}</b>
    </>
  )
  // without the area of drivers there is no page of a session
  return pathname.startsWith('/driver') ? (
    <Link to={addressOf('/driver/sessions', [session.transactionid])}>{content}</Link>
  ) : (
    <div>{content}</div>
  )
}

/** Returns where a session was; not the identity of the station, which is not on it. */
export const placeOf = ({
  sitename,
  stationlabel,
}: Pick<Session, 'sitename' | 'stationlabel'>): string | null => sitename ?? stationlabel
