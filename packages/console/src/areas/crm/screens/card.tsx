import { cardSet } from '@stationmaster/contract'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import {
  AuthorizationStatusChip,
  type Card as ChargingCard,
  CardType,
} from '../../../features/cards/card-columns.tsx'
import { Notes } from '../../../features/notes/notes-part.ts'
import { useMay } from '../../../lib/access.ts'
import { useFormat } from '../../../lib/format.ts'
import { useRecent } from '../../../lib/recent.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Identity } from '../../../ui/data/copy.tsx'
import { Empty, Loading } from '../../../ui/feedback/feedback.tsx'
import { ObjectNotFound } from '../../../ui/feedback/object-not-found.tsx'
import { Card, Page, PageHead, Stack, useHeadingFocus } from '../../../ui/page/page.tsx'
import { EventTimeline } from '../activity/event-timeline.tsx'
import { Attempts } from '../card/attempts.tsx'
import { CardActions, useUnblock } from '../card/card-actions.tsx'
import { CardFacts } from '../card/card-facts.tsx'
import css from '../card/card.module.css'
import { ReasonNotice } from '../card/reason-notice.tsx'
import { useCard } from '../card/use-card.ts'

const CardSessions = lazy(async () => ({
  default: (await import('../card/card-sessions.tsx')).CardSessions,
}))

const CardDialog = lazy(async () => ({
  default: (await import('../../../features/cards/card-dialog.tsx')).CardDialog,
}))

/** One card: `/crm/card/{id or code}`. Without either it opens the list. */
export default function CardScreen() {
  const { param1: name = '' } = useParams()
  if (name === '') return <Navigate replace to={addressOf('/crm/cards')} />
  return <CardPage key={name} name={name} />
}

function CardPage({ name }: { name: string }) {
  const t = useTexts('cards')
  const { query, card } = useCard(name)
  const crumbs = [{ label: t('title'), to: addressOf('/crm/cards') }]
  const unblock = useUnblock(card)
  useHeadingFocus(name)
  useRecent(card ? { classcode: 'card', id: card.id, label: card.name ?? card.code } : null)
  if (!card)
    return (
      <Page>
        <PageHead title={card === null ? name : t('columns.code')} crumbs={crumbs} facts={false} />
        {card === null ? (
          <UnknownCard code={name} />
        ) : (
          <ObjectNotFound
            query={query}
            title={t('page.notFound')}
            lead={t('page.notFoundLead')}
            to={addressOf('/crm/cards')}
            link={t('page.toCards')}
          />
        )}
      </Page>
    )
  return (
    <Page>
      <PageHead
        title={card.name ?? card.code}
        heading={card.name ? <bdi>{card.name}</bdi> : <Identity value={card.code} />}
        badge={<AuthorizationStatusChip card={card} />}
        crumbs={crumbs}
        facts={<Facts card={card} />}
        actions={<CardActions card={card} />}
      />
      <Stack>
        <ReasonNotice card={card} onUnblock={unblock} />
        <div className={css.columns}>
          <Stack>
            <Attempts isPage card={card} />
            <Suspense fallback={<Loading rows={6} />}>
              <CardSessions card={card} />
            </Suspense>
            <EventTimeline
              withStation
              of={{ cardid: card.id }}
              limit={shownEvents}
              empty={t('page.noEvents')}
              actions={
                <Link
                  to={addressOf('/crm/activity', [], { range: 'month', q: card.code })}
                  aria-label={`${t('all')}: ${t('screens.activity')}`}
                >
                  {t('all')}
                </Link>
              }
            />
          </Stack>
          <Stack>
            <Card title={t('columns.code')}>
              <CardFacts card={card} />
            </Card>
            <Suspense>
              <Notes classCode="card" id={card.id} />
            </Suspense>
          </Stack>
        </div>
      </Stack>
    </Page>
  )
}

const shownEvents = 20

function Facts({ card }: { card: ChargingCard }) {
  const t = useTexts('cards')
  const format = useFormat()
  const { client, clientname, expiry } = card
  return (
    <>
      <span>
        <Identity value={card.code} copy />
      </span>
      <span>
        <CardType code={card.typecode} />
      </span>
      {client && (
        <span>
          <Link to={addressOf('/crm/client', [client])}>{clientname}</Link>
        </span>
      )}
      {expiry && <span>{t('page.validUntil', { date: format.date(expiry) })}</span>}
    </>
  )
}

/** Says that no card has this code, and offers to create it. */
function UnknownCard({ code }: { code: string }) {
  const t = useTexts('cards')
  const mayAdd = useMay()(cardSet, { id: null })
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      <Empty
        title={t('page.unknown')}
        lead={t('page.unknownLead', { code })}
        action={mayAdd && <Button onClick={() => setAdding(true)}>{t('unknown.add')}</Button>}
      />
      <Suspense>
        {isAdding && <CardDialog card={null} code={code} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  )
}
