import { type AnswerOf, sessionEnd, sessionEndOthers, sessionList } from '@stationmaster/contract'
import { useState } from 'react'
import { describeUserAgent } from '../../../features/people/describe-user-agent.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { useChange } from '../../../lib/use-change.ts'
import { Card, Stack } from '../../../ui/page/page.tsx'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'

type OwnSession = AnswerOf<typeof sessionList>[number]

/** Sessions shown before the user asks for all of them. */
const shownFirst = 5

/** The login sessions of the user; each can be ended, and all but the current one together. */
export function SessionsCard() {
  const t = useTexts('profile')
  const found = useEndpoint(sessionList, {}, { refetchInterval: 60_000 })
  const end = useChange(sessionEnd, { done: t('sessions.ended', { count: 1 }) })
  const endOthers = useChange(sessionEndOthers, {
    done: ({ ended }) => t('sessions.ended', { count: ended }),
  })
  const others = found.data?.filter(({ current }) => !current).length ?? 0
  const [isExpanded, setExpanded] = useState(false)
  const sessions = found.data ?? []
  const isLong = sessions.length > shownFirst
  const failure = end.error ?? endOthers.error
  return (
    <Card
      title={t('sessions.title')}
      actions={
        <Button
          small
          loading={endOthers.isPending}
          disabled={others === 0}
          onClick={() => endOthers.mutate({})}
        >
          {t('sessions.endOthers')}
        </Button>
      }
    >
      <Stack>
        {failure && <Failure small error={failure} />}
        {!found.data && <Unloaded small query={found} rows={2} rowHeight={52} />}
        <RowList label={t('sessions.title')}>
          {(isLong && !isExpanded ? first(sessions) : sessions).map((session) => (
            <Entry key={session.id} session={session} onEnd={() => end.mutate({ id: session.id })} />
          ))}
        </RowList>
        {isLong && (
          <div>
            <Button small onClick={() => setExpanded(!isExpanded)}>
              {isExpanded ? t('sessions.showFewer') : t('sessions.showAll', { total: sessions.length })}
            </Button>
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** Returns the current session and the first of the others. */
const first = (sessions: readonly OwnSession[]): OwnSession[] => [
  ...sessions.filter(({ current }) => current),
  ...sessions.filter(({ current }) => !current).slice(0, shownFirst - 1),
]

function Entry({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const t = useTexts('profile')
  const name = session.agent ? describeUserAgent(session.agent) : t('sessions.unknown')
  return (
    <li>
      <div>
        <b title={session.agent ?? undefined}>
          <bdi>{name}</bdi>
        </b>
        <span className="muted">
          {session.host && <bdi>{session.host}</bdi>}
          <LabelledAgo label={t('sessions.active')} at={session.lastactivity} />
          <LabelledAgo label={t('sessions.since')} at={session.created} />
        </span>
      </div>
      {session.current ? (
        <ToneChip tone="good">{t('sessions.this')}</ToneChip>
      ) : (
        <Button small aria-label={`${t('sessions.end')}: ${name}`} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
