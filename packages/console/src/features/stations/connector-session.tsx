import { useNow } from '../../lib/clock.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { Identity } from '../../ui/data/copy.tsx'
import { BriefTerm } from '../../ui/data/term.tsx'
import { Amount } from '../../ui/page/figures.tsx'
import { LabelledAgo, Running } from '../../ui/time/moment.tsx'
import css from './connector.module.css'
import type { LiveValues } from './live-readings.ts'
import type { RunningSession } from './station-queries.ts'

/** The running transaction of a connector: power, energy, state of charge, duration and card. */
export function ConnectorSession({
  number,
  session,
  values,
  onOpen,
}: {
  number: number
  session: RunningSession | null
  values: LiveValues
  onOpen: (number: number) => void
}) {
  const t = useTexts('station')
  const format = useFormat()
  const tTransactions = useTexts('transactions')
  const now = useNow()
  const { power, energy, soc, readingsat } = values
  const readAt = readingsat && (
    <dd className={css.time}>{tTransactions('readAt', { time: format.clock(readingsat, now) })}</dd>
  )
  return (
    <div className={css.session}>
      <dl>
        <div>
          <dt>{t('figures.power')}</dt>
          <dd>
            <Amount quantity={format.powerQuantity(power)} />
          </dd>
          {power !== null && readAt}
        </div>
        <div>
          <dt>{t('figures.energy')}</dt>
          <dd>
            <Amount quantity={format.energyQuantity(energy ?? session?.energy)} />
          </dd>
          {energy !== null && readAt}
        </div>
        {soc !== null && (
          <div>
            <dt>{t('figures.soc')}</dt>
            <dd>
              <span className="figure">{format.percent(soc)}</span>
            </dd>
          </div>
        )}
        <div>
          <dt>{t('figures.duration')}</dt>
          <dd>{session ? <Running since={session.datestart} /> : '–'}</dd>
          {session && (
            <dd className={css.time}>
              {tTransactions('since', { time: format.clock(session.datestart, now) })}
            </dd>
          )}
        </div>
      </dl>
      {soc !== null && (
        <div className={css.charge} aria-hidden="true">
          <i style={{ inlineSize: `${Math.min(100, Math.max(0, soc))}%` }} />
        </div>
      )}
      <p className={css.facts}>
        {session && <Identity value={session.code} />}
        {session?.cardname && <span>{session.cardname}</span>}
        <button type="button" className={css.link} onClick={() => onOpen(number)}>
          {t('connector.openSession', { number })}
        </button>
      </p>
    </div>
  )
}

/** The last transaction of a connector: energy, reason of its end, time. */
export function LastSession({
  session,
  onOpen,
}: {
  session: RunningSession
  onOpen: (number: number) => void
}) {
  const t = useTexts('station')
  const format = useFormat()
  return (
    <p className={css.facts}>
      <LabelledAgo label={t('connector.last')} at={session.datestop} />
      <button type="button" className={css.link} onClick={() => onOpen(session.transactionid)}>
        <span className="figure">{format.energy(session.energy)}</span>
        {session.reason && (
          <>
            {' '}
            · <BriefTerm member="reason" value={session.reason} />
          </>
        )}
      </button>
    </p>
  )
}
