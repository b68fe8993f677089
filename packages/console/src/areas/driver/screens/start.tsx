import { type AnswerOf, cardList, transactionList } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { AuthorizationStatusChip } from '../../../features/cards/card-columns.tsx'
import { TransactionState } from '../../../features/transactions/transaction-columns.tsx'
import { useFormat } from '../../../lib/format.ts'
import { displayName } from '../../../lib/person.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Card, CardGrid, Page, PageHead, Stack } from '../../../ui/page/page.tsx'
import { Moment } from '../../../ui/time/moment.tsx'

const maxCards = 20
const maxSessions = 10

/** The first page of a driver: own cards, own charging sessions, and how to get a card. */
export default function Start() {
  const t = useTexts('driver')
  const user = useUser()
  if (!user) return null
  return (
    <Page>
      <PageHead
        title={t('screens.driver')}
        facts={
          <>
            <span>{displayName(user)}</span>
            <span>{t('operator', { name: user.account.name })}</span>
          </>
        }
        actions={
          <>
            <LinkButton to={addressOf('/terms')}>{t('terms')}</LinkButton>
            <LinkButton to={addressOf('/profile')}>{t('header.profile')}</LinkButton>
          </>
        }
      />
      <CardGrid>
        <Card title={t('cards')}>
          <Cards operator={user.account.name} />
        </Card>
        <Card title={t('sessions')}>
          <Sessions />
        </Card>
      </CardGrid>
    </Page>
  )
}

function Cards({ operator }: { operator: string }) {
  const t = useTexts('driver')
  const cards = useEndpoint(cardList, { reclimit: maxCards }, { hints: ['card.changed'] })
  if (!cards.data) return <Unloaded small query={cards} rows={2} />
  if (cards.data.length === 0) {
    return (
      <Nothing title={t('noCards')}>
        <p>{t('noCardsLead', { operator })}</p>
        <p>{t('noCardsLinked')}</p>
      </Nothing>
    )
  }
  return (
    <RowList label={t('cards')}>
      {cards.data.map((card) => (
        <CardRow key={card.id} card={card} />
      ))}
    </RowList>
  )
}

function CardRow({ card }: { card: AnswerOf<typeof cardList>[number] }) {
  const name = card.name ?? card.label
  return (
    <li>
      <div>
        {name && <b>{name}</b>}
        <bdi className="mono">{card.code}</bdi>
      </div>
      <AuthorizationStatusChip card={card} />
    </li>
  )
}

function Sessions() {
  const t = useTexts('driver')
  const format = useFormat()
  const sessions = useEndpoint(
    transactionList,
    { reclimit: maxSessions, orderby: ['datestart DESC'] },
    { hints: ['transaction.started', 'transaction.changed', 'transaction.stopped'] },
  )
  if (!sessions.data) return <Unloaded small query={sessions} rows={2} />
  if (sessions.data.length === 0) {
    return (
      <Nothing title={t('noSessions')}>
        <p>{t('noSessionsLead')}</p>
      </Nothing>
    )
  }
  return (
    <RowList label={t('sessions')}>
      {sessions.data.map((one) => (
        <li key={one.id}>
          <div>
            <b>
              <bdi>{one.stationlabel ?? one.identity}</bdi>
            </b>
            <span className="muted">
              <Moment at={one.datestart} />
              <span>{format.energy(one.energy)}</span>
            </span>
          </div>
          <TransactionState state={one.statecode} />
        </li>
      ))}
    </RowList>
  )
}

const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={1}>
    <b>{title}</b>
    <div className="muted">{children}</div>
  </Stack>
)
