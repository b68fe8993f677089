import { search } from '@stationmaster/contract'
import { IconSearch, IconSend } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { findCommands, type FoundCommand } from '../../../features/commands/find-commands.ts'
import { useCommandWords } from '../../../features/commands/use-command-words.ts'
import css from '../../../features/search/search.module.css'
import { foundGroups, type FoundOfClass, lookOf } from '../../../features/search/found-groups.ts'
import { text, useAddress } from '../../../lib/address.ts'
import { isAreaGranted } from '../../../lib/area-flags.ts'
import { endpointQuery, useEndpoint } from '../../../lib/query.ts'
import type { RowOf } from '../../../lib/list.ts'
import { addressOf } from '../../../lib/screen.ts'
import { useUser } from '../../../lib/session.ts'
import { useTextKey, useTexts } from '../../../lib/texts.ts'
import { Dimmed, Empty, Failure, Loading, NothingFound } from '../../../ui/feedback/feedback.tsx'
import { Card, Page, PageHead, Row, Stack } from '../../../ui/page/page.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { Ago } from '../../../ui/time/moment.tsx'
import { FilterField } from '../../../ui/table/list-toolbar.tsx'

/** A search result of the server, or a command that can be sent. */
type Hit = Pick<
  RowOf<typeof search>,
  'id' | 'classcode' | 'classcount' | 'typename' | 'label' | 'description' | 'at' | 'address'
>

const where = { q: text() }
const ofCommands = { command: 'ocpp:search.command', sent: 'ocpp:search.sent' } as const
const columns: Column<Hit>[] = [
  {
    id: 'label',
    title: 'search:label',
    narrow: 'title',
    min: 200,
    cell: (hit) => <bdi>{hit.label}</bdi>,
  },
  {
    id: 'description',
    title: 'shell:ui.details',
    narrow: 'subtitle',
    cell: (hit) => (
      <>
        <bdi className={hit.classcode === 'card' ? 'mono' : undefined}>{hit.description}</bdi>
        {hit.classcode === 'sent' && hit.at !== null && (
          <>
            {' · '}
            <Ago at={hit.at} />
          </>
        )}
      </>
    ),
  },
]

/** Finds stations, cards, sessions and OCPP commands; the text is part of the address. */
export default function Search() {
  const t = useTexts('search')
  const [{ q }, go] = useAddress(where)
  const searchText = q.trim()
  const found = useEndpoint(search, { text: searchText }, { keepPrevious: true, enabled: searchText !== '' })
  const { commands, sent } = useCommands(searchText)
  const hits = found.data && [...commands.named, ...found.data, ...commands.others, ...sent]
  const count = hits?.length ?? 0
  return (
    <Page>
      <PageHead
        title={t('title')}
        facts={searchText !== '' && hits && <output>{t('results', { count, text: searchText })}</output>}
      />
      <Row>
        <FilterField value={q} onChange={(next) => go({ q: next })} placeholder={t('placeholder')} />
      </Row>
      {searchText === '' ? (
        <Card pad={false}>
          <Empty icon={<IconSearch size={28} stroke={1.5} />} title={t('title')} lead={t('hint')} />
        </Card>
      ) : found.isPending ? (
        <Loading rows={4} />
      ) : found.error && !found.data ? (
        <Failure error={found.error} onRetry={() => void found.refetch()} />
      ) : count === 0 ? (
        <NothingFound filters={[searchText]} />
      ) : (
        <Dimmed when={found.isPlaceholderData}>
          <Stack>
            {foundGroups(hits ?? []).map((group) => (
              <Group key={group.classcode} group={group} />
            ))}
          </Stack>
        </Dimmed>
      )}
    </Page>
  )
}

function Group({ group: { classcode, rows, count } }: { group: FoundOfClass<Hit> }) {
  const translate = useTextKey()
  const { heading, icon } = lookOf(classcode)
  const title = translate(classcode === 'command' || classcode === 'sent' ? ofCommands[classcode] : heading)
  const Icon = classcode === 'command' || classcode === 'sent' ? IconSend : icon
  return (
    <Card
      pad={false}
      title={
        <>
          <Icon size={16} /> {title} <span className="muted">{count}</span>
        </>
      }
    >
      <div className={css.group}>
        <DataTable
          label={`${title} ${count}`}
          columns={columns}
          rows={rows}
          rowId={idOf}
          rowName={labelOf}
          href={addressIn}
        />
      </div>
    </Card>
  )
}

/**
 * Finds commands by name and purpose, and commands that were sent recently; none while the OCPP tools are
 * closed.
 */
function useCommands(searchText: string): { commands: { named: Hit[]; others: Hit[] }; sent: Hit[] } {
  const commandText = useCommandWords()
  const isOpen = isAreaGranted('ocpp', useUser())
  const question = endpointQuery(search, { text: searchText, entities: ['command'] }, { keepPrevious: true })
  const sent = useQuery({ ...question, enabled: isOpen && searchText !== '' })
  if (!isOpen || searchText === '') return { commands: { named: [], others: [] }, sent: [] }
  const all = findCommands(searchText, commandText)
  const commands = {
    named: all.filter(({ isNamed }) => isNamed).map(hitOf),
    others: all.filter(({ isNamed }) => !isNamed).map(hitOf),
  }
  // The list of stations and cards works without the result.
  return { commands, sent: (sent.data ?? []).map((hit) => ({ ...hit, classcode: 'sent' })) }
}

const hitOf = ({ action, about }: FoundCommand): Hit => ({
  id: action,
  classcode: 'command',
  typename: action,
  label: action,
  description: about,
  at: null,
  classcount: null,
  address: addressOf('/ocpp/command', ['-', action]),
})

const idOf = (hit: Hit): string => `${hit.classcode} ${hit.id}`
const labelOf = (hit: Hit): string => hit.label
const addressIn = (hit: Hit): string => hit.address
