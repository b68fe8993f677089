import { cardAction, cardSet } from '@stationmaster/contract'
import { IconActivity, IconBan, IconCircleCheck, IconHelpCircle, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '../../lib/access.ts'
import { call } from '../../lib/call.ts'
import { addressOf } from '../../lib/screen.ts'
import { useTexts } from '../../lib/texts.ts'
import { toast, toastUndo } from '../../lib/toasts.ts'
import { confirm } from '../../ui/feedback/confirm.tsx'
import { showFailure } from '../../ui/feedback/failed.ts'
import { Menu } from '../../ui/menu.tsx'
import { EditItem } from '../../ui/methods/edit-item.tsx'
import { MethodItems } from '../../ui/methods/method-items.tsx'
import type { Card } from './card-columns.tsx'

interface CardMenuProps {
  card: Card
  onEdit: () => void
  onAct: ReturnType<typeof useCardAction>
}

/** Editing, and the methods of a card. Reads the rights itself, because rows render by record. */
export function CardMenu({ card, onEdit, onAct }: CardMenuProps) {
  const t = useTexts('cards')
  const may = useMay()
  const { id } = card
  return (
    <>
      <EditItem mayEdit={may(cardSet, { id })} onClick={onEdit} />
      <Menu.Item
        component={Link}
        to={addressOf('/crm/activity', [], { range: 'month', q: card.code })}
        leftSection={<IconActivity size={16} />}
      >
        {t('screens.activity')}
      </Menu.Item>
      <MethodItems
        classCode="card"
        object={card}
        subject="Cards"
        items={{
          enable: {
            label: t('unblock'),
            icon: <IconCircleCheck size={16} />,
            run: () => onAct(card, 'enable'),
          },
          disable: { label: t('block'), icon: <IconBan size={16} />, run: () => onAct(card, 'disable') },
          report_lost: {
            label: t('reportLost'),
            icon: <IconHelpCircle size={16} />,
            confirm: () =>
              confirm({
                title: t('reportLost'),
                lead: t('reportLostLead', { code: card.code }),
                action: t('reportLost'),
                danger: false,
              }),
          },
          delete: {
            label: t('ui.delete'),
            icon: <IconTrash size={16} />,
            color: 'red',
            run: () => onAct(card, 'delete'),
          },
        }}
      />
    </>
  )
}

type Action = 'enable' | 'disable' | 'delete' | 'restore'
const opposite = { enable: 'disable', disable: 'enable', delete: 'restore' } as const
const words = { enable: 'unblocked', disable: 'blocked', delete: 'removed' } as const
/** States to which the opposite action returns. */
const canReturn = new Set(['created', 'enabled', 'disabled', 'deleted'])

/**
 * Returns a function that runs an action immediately; it can be undone for eight seconds, unless that leads to another
 * state. Called by the list, because the menu is unmounted before the answer.
 */
export function useCardAction(): (card: Card, action: keyof typeof opposite) => void {
  const t = useTexts('cards')
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: ({ id, action }: { id: string; action: Action }) => call(cardAction, { id, action }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Cards'] }),
    onError: (failure) => showFailure(failure, t('ui.actionFailed')),
  })
  return (card, action) =>
    run.mutate(
      { id: card.id, action },
      {
        onSuccess: () => {
          const done = t(words[action], { code: card.code })
          if (canReturn.has(card.statecode))
            toastUndo(done, () => run.mutate({ id: card.id, action: opposite[action] }))
          else toast(done)
        },
      },
    )
}
