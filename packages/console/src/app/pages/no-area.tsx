import { cardList, transactionList } from '@stationmaster/contract'
import { IconDoorOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormat } from '../../lib/format.ts'
import { pageTitle } from '../../lib/page-title.ts'
import { displayName } from '../../lib/person.ts'
import { ask } from '../../lib/query.ts'
import { addressOf } from '../../lib/screen.ts'
import { type SessionUser, useUser } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { LinkButton } from '../../ui/buttons.tsx'
import { Empty, Failure, Loading } from '../../ui/feedback/feedback.tsx'
import { Card, Page, PageHead } from '../../ui/page/page.tsx'
import { StatusPage } from './status-pages.tsx'

/** The root of a console that has no area open for this user: drivers see what is theirs. */
export function NoArea() {
  const t = useTexts()
  const user = useUser()
  if (user?.interface.code === 'driver') return <DriverStart user={user} />
  return (
    <StatusPage
      icon={<IconDoorOff size={40} stroke={1.4} />}
      title={t('pages.noArea')}
      lead={t('pages.noAreaLead')}
    />
  )
}

function DriverStart({ user }: { user: SessionUser }) {
  const t = useTexts('driver')
  const say = useTexts()
  useEffect(() => {
    document.title = pageTitle(t('title'))
  }, [t])
  return (
    <Page>
      <PageHead
        title={t('title')}
        facts={displayName(user)}
        actions={<LinkButton to={addressOf('/profile')}>{say('header.profile')}</LinkButton>}
      />
      <Card title={t('cards')}>
        <Cards user={user} />
      </Card>
      <Card title={t('sessions')}>
        <Sessions />
      </Card>
    </Page>
  )
}

function Cards({ user }: { user: SessionUser }) {
  const t = useTexts('driver')
  const cards = useQuery(ask(cardList, { reclimit: 20 }, { hints: ['card.changed'] }))
  if (cards.error) return <Failure small error={cards.error} onRetry={() => void cards.refetch()} />
  if (!cards.data) return <Loading rows={2} />
  if (cards.data.length === 0)
    return <Empty title={t('noCards')} lead={t('noCardsLead', { name: user.profile.username })} />
  return (
    <ul>
      {cards.data.map((card) => (
        <li key={card.id}>
          <b className="mono">{card.code}</b> {card.name} · {card.statename}
        </li>
      ))}
    </ul>
  )
}

function Sessions() {
  const t = useTexts('driver')
  const format = useFormat()
  const query = { reclimit: 10, orderby: ['datestart DESC'] }
  const sessions = useQuery(
    ask(transactionList, query, {
      hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'],
    }),
  )
  if (sessions.error) return <Failure small error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <Loading rows={2} />
  if (sessions.data.length === 0) return <Empty title={t('noSessions')} lead={t('noSessionsLead')} />
  return (
    <ul>
      {sessions.data.map((one) => (
        <li key={one.id}>
          <b>{one.stationlabel ?? one.identity}</b> · {format.dateTime(one.datestart)} ·{' '}
          {format.energy(one.energy)} · {one.statename}
        </li>
      ))}
    </ul>
  )
}
