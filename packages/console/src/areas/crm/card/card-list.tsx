import { accessRuleList, cardImportRun, cardSet, carList } from '@stationmaster/contract'
import { IconCreditCard } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Card } from '../../../features/cards/card-columns.tsx'
import { CardMenu, useCardAction } from '../../../features/cards/card-menu.tsx'
import { useCardList } from '../../../features/cards/use-card-list.ts'
import { clientFilter } from '../../../features/clients/client-filter.tsx'
import { lateImport } from '../../../ui/import/late-import.tsx'
import { UnknownTags } from '../../../features/cards/unknown-tags.tsx'
import { useMay } from '../../../lib/access.ts'
import { listParameters, oneOf, text, useAddress } from '../../../lib/address.ts'
import { addressOf } from '../../../lib/screen.ts'
import { loadTexts, useCustomLabels, useTexts } from '../../../lib/texts.ts'
import { Button, LinkButton } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { tagFilter } from '../../../ui/table/tag-filter.tsx'
import { ListScreen } from '../../../ui/table/list-screen.tsx'
import { segmentFilter } from '../../../ui/table/segment-filter.tsx'

const Import = lateImport(async () => (await import('../../../features/cards/card-import.ts')).cardImport)

const CardDialog = lazy(async () => ({
  default: (await import('../../../features/cards/card-dialog.tsx')).CardDialog,
}))

const CardDrawer = lazy(async () => {
  const drawer = import('./card-drawer.tsx')
  const [module] = await Promise.all([drawer, loadTexts('activity', 'terms', 'transactions')])
  return { default: module.CardDrawer }
})

const BulkMenu = lazy(async () => {
  const [module] = await Promise.all([
    import('../../../features/bulk/bulk-menu.tsx'),
    loadTexts('maintenance'),
  ])
  return { default: module.BulkMenu }
})

const where = {
  ...listParameters,
  state: oneOf(['all', 'enabled', 'disabled']),
  client: text(),
  tag: text(),
  card: text(),
}

/** Subject of the dialog: a card, or a new one with this code. */
type Editing = { card: Card | null; code?: string } | null

/** All cards, and the tags that belong to none. */
export default function CardList() {
  const t = useTexts('cards')
  const may = useMay()
  const mayAdd = may(cardSet, { id: null })
  const [at, go] = useAddress(where)
  const [editing, setEditing] = useState<Editing>(null)
  const act = useCardAction()
  const customLabels = useCustomLabels()
  const cards = useCardList({
    name: 'cards',
    where,
    at,
    go,
    // Custom states are of one of these types.
    filterBy: { tag: 'tags', state: 'statetypecode', client: 'client' },
    order: ['created DESC'],
  })
  const create = mayAdd && { label: t('add'), onCreate: () => setEditing({ card: null }) }
  return (
    <ListScreen
      list={cards}
      title={t('title')}
      count={(count) => t('count', { count })}
      create={create}
      actions={
        <>
          {may(carList, {}) && <LinkButton to={addressOf('/crm/cards', ['cars'])}>{t('cars')}</LinkButton>}
          {may(accessRuleList, {}) && (
            <LinkButton to={addressOf('/crm/cards', ['rules'])}>{t('rules')}</LinkButton>
          )}
        </>
      }
      importing={may(cardImportRun, {}) && Import}
      placeholder={t('filter')}
      filters={[
        segmentFilter(cards, 'state', {
          label: t('stateFilter'),
          word: (state) => customLabels('card', state) ?? t(state),
        }),
        clientFilter(cards, t('columns.client')),
        tagFilter(cards),
      ]}
      bulk={
        may(cardSet, {}) ? (
          <Suspense>
            <BulkMenu list={cards} classCode="card" />
          </Suspense>
        ) : undefined
      }
      empty={
        <Empty
          icon={<IconCreditCard size={28} stroke={1.5} />}
          title={t('empty')}
          lead={t('emptyLead')}
          action={create && <Button onClick={create.onCreate}>{create.label}</Button>}
        />
      }
      rowName={(card) => card.code}
      href={(card) => addressOf('/crm/card', [card.id])}
      onOpen={(card) => go({ card: card.id }, { push: true })}
      renderMenu={(card) => <CardMenu card={card} onEdit={() => setEditing({ card })} onAct={act} />}
    >
      <UnknownTags onMake={mayAdd ? (code) => setEditing({ card: null, code }) : undefined} />
      <Suspense>
        {at.card !== '' && (
          <CardDrawer
            id={at.card}
            rows={cards.rows}
            onMove={(id) => go({ card: id })}
            onClose={() => go({ card: '' })}
          />
        )}
        {editing && <CardDialog card={editing.card} code={editing.code} onClose={() => setEditing(null)} />}
      </Suspense>
    </ListScreen>
  )
}
