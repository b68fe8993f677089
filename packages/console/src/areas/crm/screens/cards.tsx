import { cardAction, cardCount, cardList, cardMethod, cardSet, cardStates } from '@stationmaster/contract'
import {
  IconBan,
  IconCircleCheck,
  IconCreditCard,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Card, cardColumns } from '../../../features/cards/card-columns.tsx'
import { CardDialog } from '../../../features/cards/card-dialog.tsx'
import { UnknownTags } from '../../../features/cards/unknown-tags.tsx'
import { MethodItems } from '../../../features/workflow/method-items.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { call } from '../../../lib/call.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { toast, toastUndo } from '../../../ui/feedback/toast.tsx'
import { SegmentedControl } from '../../../ui/form/fields.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'

const where = { ...listParameters, state: oneOf(['all', 'enabled', 'disabled']) }
const rowId = (card: Card) => card.id
const rowName = (card: Card) => card.code

/** Subject of the dialog: a card, or a new one with this code. */
type Editing = { card: Card | null; code?: string } | null

export default function Cards() {
  const t = useTexts('cards')
  const mayAdd = useMay()(cardSet, { id: null })
  const [at, go] = useAddress(where)
  const [columns, chooseColumns] = useColumns('cards', at.cols, (cols) => go({ cols }))
  const [editing, setEditing] = useState<Editing>(null)
  const act = useCardAction()
  const customLabels = useCustomLabels()
  const word = (state: 'all' | 'enabled' | 'disabled'): string => customLabels('card', state) ?? t(state)
  const cards = useList({
    list: cardList,
    count: cardCount,
    at,
    // Custom states are of one of these types.
    filter: at.state === 'all' ? {} : { statetypecode: at.state },
    search: textSearch(at.q, ['code', 'name', 'label']),
    order: ['created DESC'],
    hints: ['card.changed', 'transaction.started', 'transaction.stopped'],
  })
  const filters = [...(at.q ? [at.q] : []), ...(at.state === 'all' ? [] : [word(at.state)])]
  return (
    <Page fill>
      <PageHead
        title={t('title')}
        facts={cards.total !== null && t('count', { count: cards.total })}
        actions={
          mayAdd && (
            <Button kind="primary" icon={<IconPlus size={16} />} onClick={() => setEditing({ card: null })}>
              {t('add')}
            </Button>
          )
        }
      />
      <ListPanel
        list={cards}
        paging={pagingOf(at, go, cards.total)}
        filters={filters}
        onClear={() => go({ q: '', state: 'all', page: 1 })}
        toolbar={
          <ListToolbar
            filter={
              <FilterField value={at.q} placeholder={t('filter')} onChange={(q) => go({ q, page: 1 })} />
            }
            chips={
              <SegmentedControl
                aria-label={t('stateFilter')}
                value={at.state}
                onChange={(state) => go({ state: where.state.read(state), page: 1 })}
                data={(['all', 'enabled', 'disabled'] as const).map((value) => ({
                  value,
                  label: word(value),
                }))}
              />
            }
            end={
              <>
                <ListMenus list="cards" columns={cardColumns} chosen={columns} onChange={chooseColumns} />
                <CsvButton csv={cards.csv} name="cards" />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconCreditCard size={28} stroke={1.5} />}
            title={t('empty')}
            lead={t('emptyLead')}
            action={mayAdd && <Button onClick={() => setEditing({ card: null })}>{t('add')}</Button>}
          />
        }
      >
        <DataTable
          label={t('title')}
          columns={cardColumns}
          chosen={columns}
          rows={cards.rows}
          rowId={rowId}
          rowName={rowName}
          onOpen={(card) => setEditing({ card })}
          sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
          renderMenu={(card) => <CardMenu card={card} onEdit={() => setEditing({ card })} onAct={act} />}
        />
      </ListPanel>
      <UnknownTags onMake={mayAdd ? (code) => setEditing({ card: null, code }) : undefined} />
      {editing && <CardDialog card={editing.card} code={editing.code} onClose={() => setEditing(null)} />}
    </Page>
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
  const tShell = useTexts()
  const may = useMay()
  const { id } = card
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {tShell(may(cardSet, { id }) ? 'ui.edit' : 'ui.details')}
      </Menu.Item>
      <MethodItems
        offers={cardMethod}
        classCode="card"
        id={id}
        subject="Cards"
        items={{
          enable: {
            label: t('unblock'),
            icon: <IconCircleCheck size={16} />,
            run: () => onAct(card, 'enable'),
          },
          disable: { label: t('block'), icon: <IconBan size={16} />, run: () => onAct(card, 'disable') },
          delete: {
            label: tShell('ui.delete'),
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
const isBuiltIn = (state: string): boolean => cardStates.some((known) => known === state)

/** Runs an action immediately; it can be undone for eight seconds, unless the card was in a custom state. */
function useCardAction(): (card: Card, action: keyof typeof opposite) => void {
  const t = useTexts('cards')
  const tShell = useTexts()
  const queries = useQueryClient()
  const run = useMutation({
    mutationFn: ({ id, action }: { id: string; action: Action }) => call(cardAction, { id, action }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['Cards'] }),
    onError: (failure) => showFailure(failure, tShell('ui.actionFailed')),
  })
  return (card, action) =>
    run.mutate(
      { id: card.id, action },
      {
        onSuccess: () => {
          const done = t(words[action], { code: card.code })
          if (isBuiltIn(card.statecode))
            toastUndo(done, () => run.mutate({ id: card.id, action: opposite[action] }))
          else toast(done)
        },
      },
    )
}
