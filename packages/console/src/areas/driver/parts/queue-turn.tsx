import { type AnswerOf, driverPlaceGet, usualChargeKwh } from '@stationmaster/contract'
import { IconBolt } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { StateGlyph } from '../../../ui/state/state-glyph.tsx'
import { clockOf, spokenAt } from './countdown.ts'
import { Directions } from './directions.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { LeaveQueue } from './queue-actions.tsx'
import { Ring } from './ring.tsx'
import type { QueuePlace } from './use-queue.ts'
import { vibrate } from './vibrate.ts'

type Turn = NonNullable<QueuePlace['turn']>
type Place = AnswerOf<typeof driverPlaceGet>

/** The driver's turn: how long the connector is theirs, the start, and passing on. */
export function QueueTurn({ own, turn }: { own: QueuePlace; turn: Turn }) {
  const t = useTexts('driver')
  const { data: place } = useEndpoint(
    driverPlaceGet,
    { id: own.place },
    { hints: ['connector.changed'], keepPrevious: true },
  )
  const { no } = turn
  useEffect(() => {
    vibrate(200)
  }, [])
  return (
    <DriverPage
      title={own.placelabel}
      heading={<bdi>{own.placelabel}</bdi>}
      action={
        <>
          <Link
            className={css.big}
            data-kind="primary"
            to={addressOf('/driver/charge', [own.place, turn.connector])}
          >
            <IconBolt size={22} />
            {t('queue.start', { no })}
          </Link>
          <LeaveQueue word={t('queue.pass')} />
        </>
      }
    >
      <TurnCountdown turn={turn} />
      <div className={css.turn} role="alert">
        <h2>{t('queue.turn', { no })}</h2>
        <p>{t(`queue.lead.${turn.reservation}`)}</p>
      </div>
      {place && <TurnConnector place={place} id={turn.connector} />}
      {place && <Directions place={place} />}
    </DriverPage>
  )
}

/** Time for which the connector is the driver's own. */
export function TurnCountdown({ turn }: { turn: Pick<Turn, 'from' | 'until' | 'reservation'> }) {
  const t = useTexts('driver')
  const format = useFormat()
  const now = useNow('second')
  const until = Date.parse(turn.until)
  const seconds = Math.max(0, Math.round((until - now) / 1_000))
  const whole = (until - Date.parse(turn.from)) / 1_000
  const spoken = spokenAt(seconds)
  return (
    <>
      <Ring share={whole > 0 ? Math.min(1, seconds / whole) : 0} state="reserved">
        <span className={css.state} data-state={turn.reservation === 'none' ? 'preparing' : 'reserved'}>
          {turn.reservation === 'reserved' && <StateGlyph state="reserved" size={16} />}
          {t(`queue.reservation.${turn.reservation}`)}
        </span>
        <span className={css.huge} role="timer">
          {clockOf(seconds)}
        </span>
        <span className={css.small}>{t('queue.until', { time: format.clock(turn.until, now) })}</span>
      </Ring>
      <output className="hidden-text">{spoken && t(`queue.spoken.${spoken}`)}</output>
    </>
  )
}

/** The connector that is the driver's own, with its price. */
export function TurnConnector({ place, id }: { place: Place; id: string }) {
  const t = useTexts('driver')
  const format = useFormat()
  const connector = place.list.find((one) => one.id === id)
  if (!connector) return null
  const { no, type, power, label, evseid } = connector
  const tariff = connector.tariff === null ? undefined : place.tariffs[connector.tariff]
  return (
    <section className={`${css.card} ${css.connector}`}>
      <span className={css.tile}>{no}</span>
      <div>
        <b>
          {[type, power === null ? null : format.withUnit(power / 1_000, 0, 'kW')]
            .filter(Boolean)
            .join(' · ') ||
            (connector.stationlabel ?? place.label)}
        </b>
        <div className={css.facts}>{label !== null && <bdi>{label}</bdi>}</div>
        {evseid !== null && <span className="mono">{evseid}</span>}
      </div>
      {connector.estimate !== null && tariff && (
        <span className={css.price}>
          {t('site.estimate', {
            kwh: usualChargeKwh,
            price: format.money(connector.estimate, tariff.definition.currency),
          })}
        </span>
      )}
    </section>
  )
}
