import { search } from '@stationmaster/contract'
import { IconArrowsExchange, IconBolt, IconCreditCard, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { text, useAddress } from '../../../lib/address.ts'
import { ask } from '../../../lib/query.ts'
import type { RowOf } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { ToneChip } from '../../../ui/state/state-chip.tsx'
import { Dimmed, Empty, Failure, Loading, NothingFound } from '../../../ui/feedback/feedback.tsx'
import { Card, Page, PageHead, Row } from '../../../ui/page/page.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { FilterField } from '../../../ui/table/list-toolbar.tsx'

type Hit = RowOf<typeof search>

const where = { q: text() }
const kinds = ['charge_point', 'card', 'transaction', 'connector', 'reservation'] as const
const icons = { charge_point: IconBolt, card: IconCreditCard, transaction: IconArrowsExchange } as const

function Kind({ hit }: { hit: Hit }) {
  const t = useTexts()
  const kind = kinds.find((known) => known === hit.classcode)
  const Icon = icons[hit.classcode as keyof typeof icons] ?? IconSearch // other classes have no picture
  return (
    <ToneChip tone="calm" icon={<Icon size={13} />}>
      {kind ? t(`search.kinds.${kind}`) : hit.typename}
    </ToneChip>
  )
}

const columns: Column<Hit>[] = [
  {
    id: 'label',
    title: 'shell:search.label',
    narrow: 'title',
    min: 200,
    cell: (hit) => <bdi>{hit.label}</bdi>,
  },
  { id: 'kind', title: 'shell:search.kind', narrow: 'badge', cell: (hit) => <Kind hit={hit} /> },
  { id: 'description', title: 'shell:ui.details', narrow: 'subtitle', cell: (hit) => hit.description },
]

/** Finds stations, cards and sessions; the text is in the address. */
export default function Search() {
  const t = useTexts()
  const [{ q }, go] = useAddress(where)
  const wanted = q.trim()
  const found = useQuery({ ...ask(search, { text: wanted }, { keep: true }), enabled: wanted !== '' })
  const count = found.data?.length ?? 0
  return (
    <Page>
      <PageHead
        title={t('search.title')}
        facts={wanted !== '' && found.data && <output>{t('search.results', { count, text: wanted })}</output>}
      />
      <Row>
        <FilterField value={q} onChange={(next) => go({ q: next })} placeholder={t('search.placeholder')} />
      </Row>
      <Card pad={false}>
        {wanted === '' && (
          <Empty
            icon={<IconSearch size={28} stroke={1.5} />}
            title={t('search.title')}
            lead={t('search.hint')}
          />
        )}
        {wanted !== '' && found.isPending && <Loading rows={4} />}
        {found.error && !found.data && <Failure error={found.error} onRetry={() => void found.refetch()} />}
        {wanted !== '' && found.data && count === 0 && <NothingFound filters={[wanted]} />}
        {wanted !== '' && found.data && count > 0 && (
          <Dimmed when={found.isPlaceholderData}>
            <DataTable
              label={t('search.title')}
              columns={columns}
              rows={found.data}
              rowId={idOf}
              rowName={labelOf}
              href={addressIn}
            />
          </Dimmed>
        )}
      </Card>
    </Page>
  )
}

const idOf = (hit: Hit): string => `${hit.classcode} ${hit.id}`
const labelOf = (hit: Hit): string => hit.label
const addressIn = (hit: Hit): string => hit.address
