import { type AnswerOf, deliveryReasons, incidentDeliveryList } from '@stationmaster/contract'
import { Link } from 'react-router'
import { useFormat } from '../../lib/format.ts'
import { useEndpoint } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { RowList } from '../../ui/data/row-list.tsx'
import { Unloaded } from '../../ui/feedback/feedback.tsx'
import { type Tone, ToneChip } from '../../ui/state/state-chip.tsx'
import { Moment } from '../../ui/time/moment.tsx'
import css from './incidents.module.css'

type Delivery = AnswerOf<typeof incidentDeliveryList>[number]
const shown = 20

const tones: Record<Delivery['state'], Tone> = {
  waiting: 'calm',
  held: 'calm',
  sending: 'busy',
  delivered: 'good',
  failed: 'bad',
  dropped: 'calm',
}

/** The newest deliveries of notifications of incidents, each with its attempts. */
export function DeliveryLog({ filter }: { filter: { user: string } | { incidentid: string } }) {
  const t = useTexts('incident-notifications')
  const query = { filter, reclimit: shown }
  const found = useEndpoint(incidentDeliveryList, query, {
    hints: ['delivery.changed', 'incident.changed'],
    keepPrevious: true,
  })
  if (!found.data) return <Unloaded small query={found} rows={2} />
  if (found.data.length === 0) return <p className="muted">{t('noDeliveries')}</p>
  return (
    <RowList label={t('log')}>
      {found.data.map((delivery) => (
        <Line key={delivery.id} delivery={delivery} isOfUser={'user' in filter} />
      ))}
    </RowList>
  )
}

function Line({ delivery, isOfUser }: { delivery: Delivery; isOfUser: boolean }) {
  const t = useTexts('incident-notifications')
  const { kind, channel, state, created, username, recipient, incidentid, incidentnumber, attempts } =
    delivery
  return (
    <li>
      <div>
        <div>
          {t(`kinds.${kind}`)} · {t(`channels.${channel}`)}
          {!isOfUser && username && (
            <>
              {' '}
              · <bdi>{username}</bdi>
            </>
          )}
          {isOfUser && incidentid && (
            <>
              {' '}
              ·{' '}
              <Link to={addressOf('/crm/incidents', [incidentid])}>
                {t('incident', { number: incidentnumber })}
              </Link>
            </>
          )}
        </div>
        <span className="muted">
          <ToneChip tone={tones[state]}>{t(`states.${state}`)}</ToneChip>
          <Moment at={created} />
          {recipient && <bdi>{recipient}</bdi>}
          <Why delivery={delivery} />
        </span>
        {attempts.length > 0 && (
          <ol className={`muted ${css.attempts}`} aria-label={t('attempts')}>
            {attempts.map(({ at, delivered, reason }) => (
              <li key={at}>
                <Moment at={at} /> {delivered ? t('states.delivered') : (reason ?? t('states.failed'))}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}

/** The reason of a state, in words if it is one of the codes. */
function Why({ delivery: { reason, due, state, attempts } }: { delivery: Delivery }) {
  const t = useTexts('incident-notifications')
  const format = useFormat()
  const code = deliveryReasons.find((one) => one === reason)
  return (
    <>
      {code && <span>{t(`reasons.${code}`)}</span>}
      {/* the text of an attempt is in the list of attempts */}
      {reason && !code && attempts.length === 0 && <bdi>{reason}</bdi>}
      {due && state === 'held' && <span>{t('until', { time: format.dateTime(due) })}</span>}
    </>
  )
}
