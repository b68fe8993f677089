import { cardAction, cardCan, cardCount, cardList, cardMethod, cardSet } from '@stationmaster/contract'
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
import { OwnMethods } from '../../../features/workflow/own-methods.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, useAddress } from '../../../lib/address.ts'
import { call } from '../../../lib/call.ts'
import { textSearch, useList } from '../../../lib/list.ts'
import { useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { showFailure } from '../../../ui/feedback/failed.ts'
import { toastUndo } from '../../../ui/feedback/toast.tsx'
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

/** True if the server's rules allow the action in the current state of the card. */
const can = (action: keyof typeof cardCan, { statecode }: Card): boolean =>
  (cardCan[action] as readonly string[]).includes(statecode)

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

/**
 * Actions on a card that its state and the rights allow. Reads the rights itself, because rows render by
 * record.
 */
function CardMenu({ card, onEdit, onAct }: CardMenuProps) {
  const t = useTexts('cards')
  const tShell = useTexts()
  const may = useMay()
  const method = useCustomLabels('method')
  const { id } = card
  const offers = (action: keyof typeof cardCan): boolean =>
    can(action, card) && may(cardAction, { id, action })
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
        {tShell(may(cardSet, { id }) ? 'ui.edit' : 'ui.details')}
      </Menu.Item>
      {offers('enable') && (
        <Menu.Item leftSection={<IconCircleCheck size={16} />} onClick={() => onAct(card, 'enable')}>
          {method('card', 'enable') ?? t('unblock')}
        </Menu.Item>
      )}
      {offers('disable') && (
        <Menu.Item leftSection={<IconBan size={16} />} onClick={() => onAct(card, 'disable')}>
          {method('card', 'disable') ?? t('block')}
        </Menu.Item>
      )}
      {offers('delete') && (
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => onAct(card, 'delete')}>
          {method('card', 'delete') ?? tShell('ui.delete')}
        </Menu.Item>
      )}
      <OwnMethods offers={cardMethod} id={id} subject="Cards" />
    </>
  )
}

type Action = 'enable' | 'disable' | 'delete' | 'restore'
const opposite = { enable: 'disable', disable: 'enable', delete: 'restore' } as const
const words = { enable: 'unblocked', disable: 'blocked', delete: 'removed' } as const

/** Runs an action immediately; it can be undone for eight seconds. */
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
        onSuccess: () =>
          toastUndo(t(words[action], { code: card.code }), () =>
            run.mutate({ id: card.id, action: opposite[action] }),
          ),
      },
    )
}
