import { adminSessionEnd, adminSessionList, type AnswerOf } from '@stationmaster/contract'
import { describeUserAgent } from '../../../features/people/describe-user-agent.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Empty, Failure, Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { LabelledAgo } from '../../../ui/time/moment.tsx'
import { useChange } from '../../../lib/use-change.ts'
import type { User } from './user-columns.tsx'

/** The login sessions of a user. */
export function UserSessions({ user }: { user: User }) {
  const t = useTexts('admin')
  const found = useEndpoint(adminSessionList, { filter: { userid: user.id } }, { hints: ['user.changed'] })
  const end = useChange(adminSessionEnd)
  if (!found.data) return <Unloaded small query={found} rows={3} />
  if (found.data.length === 0) return <Empty title={t('users.noSessions')} />
  return (
    <Stack>
      {end.error && <Failure small error={end.error} />}
      <RowList label={t('users.tabs.sessions')}>
        {found.data.map((session) => (
          <Entry key={session.id} session={session} onEnd={() => end.mutate({ id: session.id })} />
        ))}
      </RowList>
    </Stack>
  )
}

function Entry({
  session: { agent, host, lastactivity },
  onEnd,
}: {
  session: AnswerOf<typeof adminSessionList>[number]
  onEnd: () => void
}) {
  const t = useTexts('admin')
  const name = agent ? describeUserAgent(agent) : t('users.unknownDevice')
  return (
    <li>
      <div>
        <b title={agent ?? undefined}>
          <bdi>{name}</bdi>
        </b>
        <small className="muted">
          {host && (
            <>
              <bdi>{host}</bdi> ·{' '}
            </>
          )}
          <LabelledAgo label={t('users.lastActivity')} at={lastactivity} />
        </small>
      </div>
      <Button small aria-label={`${t('users.endSession')}: ${name}`} onClick={onEnd}>
        {t('users.endSession')}
      </Button>
    </li>
  )
}
