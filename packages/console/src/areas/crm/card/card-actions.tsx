import { cardCheck, cardSet } from '@stationmaster/contract'
import { IconBan, IconMapPinQuestion, IconPencil } from '@tabler/icons-react'
import { lazy, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
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

const dialogOf = (element: Element | null): Element | null => element?.closest('[role=dialog]') ?? null

/** Calls the action when the key is pressed outside fields, in the page or the drawer that contains the element. */
function useKey(key: string, within: RefObject<Element | null>, action: () => void): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    const isElsewhere =
      target instanceof Element &&
      (target.closest('input, textarea, select, [role=menu]') ||
        dialogOf(target) !== dialogOf(within.current))
    if (event.key.toLowerCase() !== key || ctrlKey || metaKey || altKey || defaultPrevented || isElsewhere)
      return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
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
  const bar = useRef<HTMLDivElement>(null)
  useKey('p', bar, () => mayCheck && setChecking(true))
  const act = useCardAction()
  const [isEditing, setEditing] = useState(false)
  const edit = (): void => setEditing(true)
  return (
    <div ref={bar} className={css.actions}>
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
