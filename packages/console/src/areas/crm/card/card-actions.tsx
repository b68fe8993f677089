import { cardCheck, cardSet } from '@stationmaster/contract'
import { IconBan, IconMapPinQuestion, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { CardMenu, useCardAction } from '../../../features/cards/card-menu.tsx'
import { useMay } from '../../../lib/access.ts'
import { loadTexts, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { MoreMenu } from '../../../ui/more-menu.tsx'
import css from './card.module.css'

const CardDialog = lazy(async () => ({
  default: (await import('../../../features/cards/card-dialog.tsx')).CardDialog,
}))

const PlaceCheck = lazy(async () => {
  const [dialog] = await Promise.all([import('./place-check.tsx'), loadTexts('access')])
  return { default: dialog.PlaceCheck }
})

/** Presses the button with the key as its shortcut, in the page or the dialog that has the focus, outside fields. */
function pressShortcut(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey, defaultPrevented } = event
  if (key.toLowerCase() !== 'p' || ctrlKey || metaKey || altKey || defaultPrevented) return
  if (!(target instanceof Element) || target.closest('input, textarea, [role=menu]')) return
  const button = target.closest('[role=dialog], body')?.querySelector<HTMLElement>('[aria-keyshortcuts=P]')
  if (!button) return
  event.preventDefault()
  button.click()
}

/** Returns a function that unblocks a card, or nothing if it is not blocked or the viewer may not. */
export function useUnblock(card: Card | null | undefined): (() => void) | undefined {
  const act = useCardAction()
  return card?.methods['enable'] === null ? () => act(card, 'enable') : undefined
}

/** Edit, block and the check of a place as buttons, everything else in a menu. */
export function CardActions({ card }: { card: Card }) {
  const t = useTexts('cards')
  const may = useMay()
  const mayEdit = may(cardSet, { id: card.id })
  const mayCheck = may(cardCheck, { id: card.id }) && card.statetypecode !== 'deleted'
  const [isChecking, setChecking] = useState(false)
  useEffect(() => {
    addEventListener('keydown', pressShortcut)
    return () => removeEventListener('keydown', pressShortcut)
  }, [])
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
      {mayCheck && (
        <Button
          icon={<IconMapPinQuestion size={16} />}
          aria-keyshortcuts="P"
          title="P"
          onClick={() => setChecking(true)}
        >
          {t('page.check')}
        </Button>
      )}
      <Button icon={<IconPencil size={16} />} onClick={edit}>
        {t(mayEdit ? 'ui.edit' : 'ui.details')}
      </Button>
      <MoreMenu label={t('page.actions')} className={css.more}>
        <CardMenu card={card} onEdit={edit} onAct={act} />
      </MoreMenu>
      <Suspense>
        {isEditing && <CardDialog card={card} onClose={() => setEditing(false)} />}
        {isChecking && <PlaceCheck card={card} onClose={() => setChecking(false)} />}
      </Suspense>
    </div>
  )
}
