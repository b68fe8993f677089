import type { Card } from '../../../features/cards/card-columns.tsx'
import { addressOf } from '../../../lib/screen.ts'
import { useTexts } from '../../../lib/texts.ts'
import { LinkButton } from '../../../ui/buttons.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { DrawerSteps } from '../../../ui/drawer-steps.tsx'
import { Unloaded } from '../../../ui/feedback/feedback.tsx'
import { Stack } from '../../../ui/page/page.tsx'
import { Attempts } from './attempts.tsx'
import { CardActions, useUnblock } from './card-actions.tsx'
import { CardFacts } from './card-facts.tsx'
import css from './card.module.css'
import { ReasonNotice } from './reason-notice.tsx'
import { useCard } from './use-card.ts'

/** One card beside the list; the arrow keys move to the previous and the next row. */
export function CardDrawer({
  id,
  rows,
  onMove,
  onClose,
}: {
  id: string
  rows: readonly Card[]
  onMove: (id: string) => void
  onClose: () => void
}) {
  const t = useTexts('cards')
  const { query, card = rows.find((row) => row.id === id) } = useCard(id)
  const unblock = useUnblock(card)
  return (
    <Drawer wide title={card ? (card.name ?? card.code) : t('columns.code')} onClose={onClose}>
      <div className={css.bar}>
        <DrawerSteps
          rows={rows}
          isCurrent={(row) => row.id === id}
          labels={{ previous: t('page.previous'), next: t('page.nextCard') }}
          onMove={(row) => onMove(row.id)}
        />
        <LinkButton to={addressOf('/crm/card', [id])}>{t('page.open')}</LinkButton>
        {card && <CardActions card={card} />}
      </div>
      {card ? (
        <Stack>
          <ReasonNotice card={card} onUnblock={unblock} />
          <Attempts key={id} card={card} />
          <CardFacts card={card} />
        </Stack>
      ) : (
        <Unloaded query={query} rows={5} />
      )}
    </Drawer>
  )
}
