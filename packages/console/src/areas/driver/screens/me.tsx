import { type AnswerOf, cardList } from '@stationmaster/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AuthorizationStatusChip } from '../../../features/cards/card-columns.tsx'
import { displayName } from '../../../lib/person.ts'
import { useEndpoint } from '../../../lib/query.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTexts } from '../../../lib/texts.ts'
import { RowList } from '../../../ui/data/row-list.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import css from '../parts/driver.module.css'
import { DriverPage } from '../parts/driver-page.tsx'
import { SessionRows } from '../parts/session-rows.tsx'

const maxCards = 20

/** Cards of the driver, recent sessions, profile and terms. */
export default function Me() {
  const t = useTexts('driver')
  const user = useUser()
  if (!user) return null
  return (
    <DriverPage title={t('me.title')}>
      <div className={css.small}>
        <div>{displayName(user)}</div>
        <div>{t('operator', { name: user.account.name })}</div>
      </div>
      <section className={css.card}>
        <h2>{t('cards')}</h2>
        <Cards operator={user.account.name} />
      </section>
      <section className={css.card}>
        <h2>{t('sessions')}</h2>
        <SessionRows count={5} />
      </section>
      <div className={css.row}>
        <Link className={css.big} to={addressOf('/profile')}>
          {t('header.profile')}
        </Link>
        <Link className={css.big} to={addressOf('/terms')}>
          {t('terms')}
        </Link>
      </div>
    </DriverPage>
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

const Nothing = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={1}>
    <b>{title}</b>
    <div className="muted">{children}</div>
  </Stack>
)
