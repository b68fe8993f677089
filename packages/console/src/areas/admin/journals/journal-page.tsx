import { maxCounted } from '@stationmaster/contract'
import { IconListDetails, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { List } from '../../../lib/list.ts'
import { useTexts } from '../../../lib/texts.ts'
import { Button } from '../../../ui/buttons.tsx'
import { Empty } from '../../../ui/feedback/feedback.tsx'
import { SelectField } from '../../../ui/form/fields.tsx'
import { Page, PageHead } from '../../../ui/page/page.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { ListPanel } from '../../../ui/table/list-panel.tsx'
import { CsvButton, FilterField, ListMenus, ListToolbar } from '../../../ui/table/list-toolbar.tsx'
import { pagingOf } from '../../../ui/table/pager.tsx'
import { useColumns } from '../../../ui/table/use-columns.ts'
import { FoundEntries } from './found-entries.tsx'
import { PersonFilter } from './person-filter.tsx'
import { type JournalPlace, spans } from './use-journal.ts'
import type { Searching } from './use-search.ts'

type Change = Partial<JournalPlace>

interface JournalPageProps<Row extends { id: string }> {
  /** Name of the file, the saved views and the chosen columns. */
  name: 'apilog' | 'dblog' | 'audit'
  journal: List<Row>
  /** Results of the text search, if one is active. */
  found: Searching<Row> | null
  columns: readonly Column<Row>[]
  rowName: (row: Row) => string
  at: JournalPlace
  go: (change: Change, how?: { push?: boolean }) => void
  /** Filters of this journal only, chips of those in use, and the function that clears them. */
  chips?: ReactNode
  filters: readonly string[]
  clear: () => void
  actions?: ReactNode
  notice?: ReactNode
  /** Shows the details of one entry. */
  children: ReactNode
}

/** A journal: filters by time, user and text, a table, and the details of one entry. */
export function JournalPage<Row extends { id: string }>(props: JournalPageProps<Row>) {
  const { name, journal, found, columns, at, go, filters } = props
  const t = useTexts('journals')
  const [chosen, choose] = useColumns(name, at.cols, (cols) => go({ cols }))
  const total = found ? null : journal.total
  const words = [
    ...filters,
    ...(at.q ? [at.q] : []),
    ...(at.person ? [at.person] : []),
    ...(at.correlation ? [t('oneCall')] : at.span === 'any' ? [] : [t(`span.${at.span}`)]),
  ]
  const clear = (): void => {
    go({ q: '', span: 'any', person: '', correlation: '', page: 1 })
    props.clear()
  }
  const table = (
    <DataTable
      label={t(`${name}.title`)}
      columns={columns}
      chosen={chosen}
      rows={found?.rows ?? journal.rows}
      rowId={idOf}
      rowName={props.rowName}
      onOpen={(row) => go({ entry: row.id }, { push: true })}
      sorting={{ sort: at.sort, dir: at.dir, onSort: (sort, dir) => go({ sort, dir, page: 1 }) }}
    />
  )
  return (
    <Page fill>
      <PageHead
        title={t(`${name}.title`)}
        facts={total !== null && t(total < maxCounted ? 'count' : 'countMore', { count: total })}
        actions={props.actions}
      />
      {props.notice}
      <ListPanel
        list={journal}
        bare={found !== null}
        paging={pagingOf(at, go, total)}
        filters={words}
        onClear={clear}
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={t(`${name}.filter`)}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={<Chips {...props} />}
            end={
              <>
                <ListMenus list={name} columns={columns} chosen={chosen} onChange={choose} />
                <CsvButton csv={journal.csv} name={name} />
              </>
            }
          />
        }
        empty={
          <Empty
            icon={<IconListDetails size={28} stroke={1.5} />}
            title={t('empty')}
            lead={t(`${name}.emptyLead`)}
          />
        }
      >
        {found ? (
          <FoundEntries found={found} filters={words} onClear={clear}>
            {table}
          </FoundEntries>
        ) : (
          table
        )}
      </ListPanel>
      {props.children}
    </Page>
  )
}

const idOf = (row: { id: string }): string => row.id

/** Shows that the list is limited to one object, which no field shows, and removes the limit. */
export function OnlyChip({ label, onClear }: { label: string; onClear: () => void }) {
  const tShell = useTexts()
  return (
    <Button icon={<IconX size={14} />} aria-label={`${tShell('ui.remove')}: ${label}`} onClick={onClear}>
      <bdi>{label}</bdi>
    </Button>
  )
}

function Chips({ at, go, chips }: Pick<JournalPageProps<{ id: string }>, 'at' | 'go' | 'chips'>) {
  const t = useTexts('journals')
  return (
    <>
      {at.correlation && <OnlyChip label={t('oneCall')} onClear={() => go({ correlation: '', page: 1 })} />}
      {chips}
      {!at.correlation && (
        <SelectField
          aria-label={t('span.label')}
          w={190}
          allowDeselect={false}
          value={at.span}
          onChange={(value) => go({ span: spans.find((span) => span === value) ?? 'any', page: 1 })}
          data={spans.map((value) => ({ value, label: t(`span.${value}`) }))}
        />
      )}
      <PersonFilter value={at.person} onChange={(person) => go({ person, page: 1 })} />
    </>
  )
}
