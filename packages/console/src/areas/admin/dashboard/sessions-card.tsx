import {
  adminSessionCount,
  adminSessionEnd,
  adminSessionList,
  type AnswerOf,
  sessionList,
} from '@stationmaster/contract'
import { Link } from 'react-router'
import { describeUserAgent } from '../../../features/people/describe-user-agent.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Card } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { Ago } from '../../../ui/time/moment.tsx'
import { useChange } from '../../../lib/use-change.ts'

type Session = AnswerOf<typeof adminSessionList>[number]

const shown = 8
const lookMs = 15_000

/** Users who are signed in now, latest activity first; a session can be ended here. */
export function SessionsCard() {
  const t = useTexts('dashboard')
  const format = useFormat()
  const found = useEndpoint(adminSessionList, { reclimit: shown }, { refetchInterval: lookMs })
  // Users are not offered to end their own session, not even while it is still unknown which one that is.
  const mine = useEndpoint(sessionList, {})
  const own = mine.data?.find(({ current }) => current)?.id
  const counted = useEndpoint(adminSessionCount, {}, { refetchInterval: lookMs })
  return (
    <Card
      title={
        counted.data ? `${t('sessions.title')} (${format.number(counted.data.count)})` : t('sessions.title')
      }
      actions={
        <LinkButton small to={addressOf('/admin/users')}>
          {t('sessions.users')}
        </LinkButton>
      }
    >
      {found.data && !mine.isPending ? (
        <List sessions={found.data} own={own} />
      ) : (
        <Unloaded small query={found} rows={4} />
      )}
    </Card>
  )
}

function List({ sessions, own }: { sessions: readonly Session[]; own: string | undefined }) {
  const t = useTexts('dashboard')
  const end = useChange(adminSessionEnd)
  const askToEnd = async (session: Session) => {
    const name = session.name || session.username
    const isConfirmed = await confirm({
      title: t('sessions.endTitle', { name }),
      lead: t('sessions.endLead'),
      action: t('sessions.end'),
    })
    if (isConfirmed) end.mutate({ id: session.id })
  }
  return (
    <>
      {end.error && <Failure small error={end.error} />}
      <RowList label={t('sessions.title')}>
        {sessions.map((session) => (
          <Entry
            key={session.id}
            session={session}
            isOwn={session.id === own}
            onEnd={() => void askToEnd(session)}
          />
        ))}
      </RowList>
    </>
  )
}

function Entry({ session, isOwn, onEnd }: { session: Session; isOwn: boolean; onEnd: () => void }) {
  const t = useTexts('dashboard')
  const { agent, host, name, username, userid } = session
  const person = name || username
  return (
    <li>
      <div>
        <Link to={addressOf('/admin/users', [userid, 'sessions'])}>
          <bdi>{person}</bdi>
        </Link>
        <small className="muted">
          <span title={agent ?? undefined}>
            <bdi>{agent ? describeUserAgent(agent) : t('sessions.unknown')}</bdi>
          </span>
          {host && (
            <>
              {' · '}
              <bdi>{host}</bdi>
            </>
          )}
          {' · '}
          <Ago at={session.lastactivity} />
        </small>
      </div>
      {isOwn ? (
        <ToneChip tone="calm">{t('sessions.own')}</ToneChip>
      ) : (
        <Button small aria-label={`${t('sessions.end')}: ${person}`} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
