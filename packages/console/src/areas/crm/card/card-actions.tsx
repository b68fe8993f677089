import { cardSet } from '@stationmaster/contract'
import { IconBan, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { CardMenu, useCardAction } from '../../../features/cards/card-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import css from './card.module.css'

const CardDialog = lazy(async () => ({
  default: (await import('../../../features/cards/card-dialog.tsx')).CardDialog,
}))

/** Returns a function that unblocks a card, or nothing if it is not blocked or the viewer may not. */
export function useUnblock(card: Card | null | undefined): (() => void) | undefined {
  const act = useCardAction()
  return card?.methods['enable'] === null ? () => act(card, 'enable') : undefined
}

/** Edit and block as buttons, everything else in a menu. */
export function CardActions({ card }: { card: Card }) {
  const t = useTexts('cards')
  const mayEdit = useMay()(cardSet, { id: card.id })
  const act = useCardAction()
  const [isEditing, setEditing] = useState(false)
  const edit = (): void => setEditing(true)
  return (
    <div className={css.actions}>
      {card.methods['disable'] === null && (
        <Button icon={<IconBan size={16} />} onClick={() => act(card, 'disable')}>
          {t('block')}
        </Button>
      )}
      <Button icon={<IconPencil size={16} />} onClick={edit}>
        {t(mayEdit ? 'ui.edit' : 'ui.details')}
      </Button>
      <MoreMenu label={t('page.actions')} className={css.more}>
        <CardMenu card={card} onEdit={edit} onAct={act} />
      </MoreMenu>
      <Suspense>{isEditing && <CardDialog card={card} onClose={() => setEditing(false)} />}</Suspense>
    </div>
  )
}
