import { driverPlaceGet } from '@stationmaster/contract'
import { IconBell } from '@tabler/icons-react'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { type Connector, ConnectorState } from './connector-options.tsx'
import { DriverPage } from './driver-page.tsx'
import css from './driver.module.css'
import { WaitingActions } from './queue-actions.tsx'
import type { QueuePlace } from './use-queue.ts'

/** The driver's place in the queue, an estimate where values support it, and the connectors. */
export function QueueWaiting({ own }: { own: QueuePlace }) {
  const t = useTexts('driver')
  const format = useFormat()
  const place = useEndpoint(
    driverPlaceGet,
    { id: own.place },
    { hints: ['connector.changed', 'station.changed'], keepPrevious: true, refetchInterval: 15_000 },
  )
  const { position, waiting, turnminutes } = own
  const mine = waiting.find((one) => one.own)
  return (
    <DriverPage
      title={own.placelabel}
      heading={<bdi>{own.placelabel}</bdi>}
      action={<WaitingActions canMoveBack={position !== null && position < waiting.length} />}
    >
      <div className={css.centre} aria-live="polite">
        <span>{t('queue.place')}</span>
        <span className={css.position}>
          <b>{position === null ? '–' : format.number(position)}</b>
          {t('queue.of', { count: waiting.length })}
        </span>
        {mine?.minutes != null && <p>{t('queue.inAbout', { minutes: mine.minutes })}</p>}
      </div>
      <ol className={css.waiting} aria-label={t('queue.title')}>
        {waiting.map((one, index) => (
          // others have no names; their order is all that is known of them
          <li key={index} data-own={one.own || undefined}>
            <span className={css.number} aria-hidden="true">
              {format.number(index + 1)}
            </span>
            <span>{t(one.own ? 'queue.you' : 'queue.other')}</span>
            {one.minutes !== null && <span>{t('queue.about', { minutes: one.minutes })}</span>}
          </li>
        ))}
      </ol>
      <section className={css.group}>
        <h2 className={css.heading}>{t('site.connectors')}</h2>
        {place.data ? (
          <ul className={css.tiles}>
            {place.data.list.map((connector) => (
              <ConnectorTile key={connector.id} connector={connector} />
            ))}
          </ul>
        ) : (
          <Unloaded small query={place} rows={2} />
        )}
      </section>
      <section className={`${css.card} ${css.connector}`}>
        <IconBell size={24} aria-hidden="true" />
        <div>
          <b>{t('queue.near')}</b>
          <p className={css.small}>{t('queue.rule', { minutes: turnminutes })}</p>
        </div>
      </section>
    </DriverPage>
  )
}

function ConnectorTile({ connector }: { connector: Connector }) {
  const t = useTexts('driver')
  return (
    <li className={css.option}>
      <span className={css.no}>{connector.no}</span>
      <span>
        <ConnectorState state={connector.state} />
        {connector.minutesleft !== null && (
          <span className={css.facts}>{t('queue.left', { minutes: connector.minutesleft })}</span>
        )}
      </span>
    </li>
  )
}
