import { activityList } from '@stationmaster/contract'
import { IconBan, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { useNow } from '../../../lib/clock.ts'
import { useFormat } from '../../../lib/format.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Moment } from '../../../ui/time/moment.tsx'
import { transactionAddress } from '../transaction-menu.tsx'
import { cardReason, reasonTones } from './card-reason.ts'
import { useCardSessions } from './use-card.ts'

/** Number of changes among which the last block of a card is looked for. */
const recentChanges = 20
const blocks = new Set<unknown>(['disable', 'report_lost'])

/** Says in one sentence whether the card can charge or why not, since when, and the next step. */
export function ReasonNotice({ card, onUnblock }: { card: Card; onUnblock?: () => void }) {
  const t = useTexts('cards')
  const format = useFormat()
  const reason = cardReason(card)
  const Icon = reason === 'canCharge' ? IconCircleCheck : IconBan
  return (
    <Notice
      tone={reasonTones[reason]}
      icon={<Icon size={22} />}
      action={
        onUnblock && (
          <Button kind="primary" icon={<IconCircleCheck size={16} />} onClick={onUnblock}>
            {t('unblock')}
          </Button>
        )
      }
    >
      <b>{t(`page.reasons.${reason}`, { date: format.dateTime(card.expiry) })}</b>{' '}
      {(reason === 'blocked' || reason === 'lost') && <Since card={card} />}{' '}
      {reason !== 'canCharge' && t(`page.next.${reason}`, { count: card.maxtransactions })}
      {reason === 'inUse' && <RunningSessions card={card} />}
    </Notice>
  )
}

/** Time and user of the block, as far as the activity has them. */
function Since({ card: { id } }: { card: Card }) {
  const t = useTexts('cards')
  const format = useFormat()
  const now = useNow()
  const { data } = useEndpoint(
    activityList,
    { cardid: id, kinds: ['object_changed'], reclimit: recentChanges },
    { hints: ['card.changed'] },
  )
  const block = data?.find(({ details }) => blocks.has(details['action']))
  if (!block) return null
  const time = format.clock(block.datetime, now)
  return block.username === null
    ? t('page.since', { time })
    : t('page.sinceBy', { time, user: block.username })
}

function RunningSessions({ card: { id } }: { card: Card }) {
  const running = useCardSessions(id).data?.filter(({ statecode }) => statecode === 'running') ?? []
  return running.map((session) => (
    <span key={session.id}>
      {' '}
      <Link to={transactionAddress(session)}>
        {/* without the station of another client */}
        {session.identity && (
          <>
            <bdi>{session.identity}</bdi> · {session.connectorid},{' '}
          </>
        )}
        <Moment at={session.datestart} />
      </Link>
    </span>
  ))
}
