import { cardAction, cardCount, cardList, cardSet } from '@stationmaster/contract'
import {
  IconBan,
  IconCircleCheck,
  IconCreditCard,
  IconHelpCircle,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Card, cardColumns } from '../../../features/cards/card-columns.tsx'
import { CardDialog } from '../../../features/cards/card-dialog.tsx'
import { UnknownTags } from '../../../features/cards/unknown-tags.tsx'
import { MethodItems } from '../../../ui/methods/method-items.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { call } from '../../../lib/call.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { confirm } from '../../../ui/feedback/confirm.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { toast, toastUndo } from '../../../lib/toasts.ts'
import { Menu } from '../../../ui/menu.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'
import { usePagedList } from '../../../ui/table/use-paged-list.ts'

const where = { ...listParameters, state: oneOf(['all', 'enabled', 'disabled']) }

/** Subject of the dialog: a card, or a new one with this code. */
type Editing = { card: Card | null; code?: string } | null

export default function Cards() {
  const t = useTexts('cards')
  const mayAdd = useMay()(cardSet, { id: null })
  const [at, go] = useAddress(where)
  const [editing, setEditing] = useState<Editing>(null)
  const act = useCardAction()
  const customLabels = useCustomLabels()
  const cards = usePagedList({
    name: 'cards',
    list: cardList,
    count: cardCount,
    columns: cardColumns,
    where,
    at,
    go,
    fields: ['code', 'name', 'label'],
    // Custom states are of one of these types.
    filterBy: { state: 'statetypecode' },
    order: ['created DESC'],
    hints: ['card.changed', 'transaction.started', 'transaction.stopped', 'rights.changed'],
  })
  const create = mayAdd && { label: t('add'), onCreate: () => setEditing({ card: null }) }
  return (
    <ListScreen
      list={cards}
      title={t('title')}
      count={(count) => t('count', { count })}
      create={create}
      placeholder={t('filter')}
      filters={[
        segmentFilter(cards, 'state', {
          label: t('stateFilter'),
          word: (state) => customLabels('card', state) ?? t(state),
        }),
      ]}
      empty={
        <Empty
          icon={<IconCreditCard size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={(card) => card.code}
      onOpen={(card) => setEditing({ card })}
      renderMenu={(card) => <CardMenu card={card} onEdit={() => setEditing({ card })} onAct={act} />}
    >
      <UnknownTags onMake={mayAdd ? (code) => setEditing({ card: null, code }) : undefined} />
      {editing && <CardDialog card={editing.card} code={editing.code} onClose={() => setEditing(null)} />}
    </ListScreen>
  )
}

interface CardMenuProps {
  card: Card
  onEdit: () => void
  onAct: ReturnType<typeof useCardAction>
}

/** Editing, and the methods of a card. Reads the rights itself, because rows render by record. */
function CardMenu({ card, onEdit, onAct }: CardMenuProps) {
  const t = useTexts('cards')
  const may = useMay()
  const { id } = card
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {t(may(cardSet, { id }) ? 'ui.edit' : 'ui.details')}
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

/** Runs an action immediately; it can be undone for eight seconds, unless that leads to another state. */
function useCardAction(): (card: Card, action: keyof typeof opposite) => void {
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
