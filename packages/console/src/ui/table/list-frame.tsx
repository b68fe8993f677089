import type { ReactNode } from 'react'
import type { ListParameters } from '../../lib/address.ts'
import { useDefaultView } from '../../lib/default-view.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import type { ImportOf } from '../import/late-import.tsx'
import { DataTable } from './data-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { FiltersMenu } from './filters-menu.tsx'
import { ListPanel } from './list-panel.tsx'
import { HoldScope, useFirstDisplay } from './late.tsx'
import { FilterField, ListToolbar } from './list-toolbar.tsx'
import { ListTools } from './list-tools.tsx'
import { pagingOf } from './pager.tsx'
import type { ListFilter } from './segment-filter.tsx'
import { countOf, selectedQuery } from './selection.ts'
import type { DataTableProps } from './table-props.ts'
import type { PagedList } from './use-paged-list.ts'

/** Properties of a list without the head of its screen. */
export interface ListFrameProps<Row extends { id: string }>
  extends Pick<DataTableProps<Row>, 'rowName' | 'href' | 'onOpen' | 'rowState' | 'renderMenu' | 'groups'> {
  list: PagedList<Row, ListParameters>
  /** Accessible name of the table. */
  label: string
  /** Placeholder of the text filter. */
  placeholder?: string
  filters?: readonly ListFilter[]
  /** Shown if there are no rows at all. */
  empty: ReactNode
  /** Name of an exported file, if it is not that of the list. */
  file?: string
  /** Actions for the selected rows; rows can be selected if it is given. */
  bulk?: ReactNode
  /** Controls after the filters. */
  controls?: ReactNode
  /** Dialog that imports new rows; false for users without the right. */
  importing?: ImportOf | false
  /** Controls at the end of the toolbar. */
  tools?: ReactNode
  /** A body in place of the table. */
  body?: ReactNode
  /** Returns the table with what surrounds it; `search` describes and clears the active filters. */
  renderAround?: (table: ReactNode, search: { filters: readonly string[]; onClear: () => void }) => ReactNode
  /** True if the body shows its own empty and failed states. */
  bare?: boolean
}

/**
 * A list as `usePagedList` loads it: toolbar with text filter, filters, saved views, columns and export, table or
 * cards, empty and failed states, selection and pager.
 */
export function ListFrame<Row extends { id: string }>(props: ListFrameProps<Row>) {
  const { list, filters = [], bulk, body, bare = false } = props
  useDefaultView(list.name)
  const { at, go } = list
  const selection = bulk === undefined ? undefined : list.selection
  const { isComplete, hold } = useFirstDisplay(list.pending)
  const search = {
    filters: [...(at.q ? [at.q] : []), ...filters.flatMap(({ active }) => active)],
    onClear: () => go(Object.assign({ q: '', page: 1 }, ...filters.map(({ clear }) => clear))),
  }
  const table = (
    <DataTable
      label={props.label}
      columns={list.columns}
      chosen={list.chosen}
      rows={list.rows}
      rowId={idOf}
      rowName={props.rowName}
      rowState={props.rowState}
      href={props.href}
      onOpen={props.onOpen}
      renderMenu={props.renderMenu}
      groups={props.groups}
      selection={selection}
      sorting={{
        sort: at.sort,
        dir: at.dir,
        usual: list.usual,
        onSort: (sort, dir) => go({ sort, dir, page: 1 }),
      }}
    />
  )
  return (
    <HoldScope value={hold}>
      <ListPanel
        list={list}
        isWaiting={!isComplete}
        paging={pagingOf(at, go, list.total)}
        {...search}
        selection={selection}
        actions={selection && <SelectionActions {...props} />}
        bare={bare}
        empty={props.empty}
        toolbar={
          <ListToolbar
            filter={
              <FilterField
                value={at.q}
                placeholder={props.placeholder}
                onChange={(q) => go({ q, page: 1 })}
              />
            }
            chips={
              <>
                <Filters filters={filters} go={go} />
                {props.controls}
              </>
            }
            end={
              <>
                <ListTools
                  list={list.name}
                  table={body === undefined}
                  columns={{ columns: list.columns, chosen: list.chosen, onChange: list.choose }}
                  exported={{
                    file: list.file,
                    name: props.file ?? list.name,
                    columns: list.columns,
                    chosen: list.chosen,
                    total: list.total,
                  }}
                  importing={props.importing || undefined}
                />
                {props.tools}
              </>
            }
          />
        }
      >
        {body ?? props.renderAround?.(table, search) ?? table}
      </ListPanel>
    </HoldScope>
  )
}

/** The filters of a list; those that are used rarely, and on phones others too, are in a menu if there are several. */
function Filters({
  filters,
  go,
}: {
  filters: readonly ListFilter[]
  go: (change: Record<string, unknown> & { page: number }) => void
}) {
  const isPhone = useIsPhone()
  const isRare = ({ inMenu }: ListFilter) => inMenu === 'always' || (isPhone && inMenu === 'phone')
  const rare = filters.filter(isRare)
  if (rare.length < 2) return filters.map(({ control }) => control)
  return (
    <>
      {filters.map((filter) => !isRare(filter) && filter.control)}
      <FiltersMenu
        active={rare.flatMap(({ active }) => active)}
        onClear={() => go(Object.assign({ page: 1 }, ...rare.map(({ clear }) => clear)))}
      >
        {rare.map(({ control }) => control)}
      </FiltersMenu>
    </>
  )
}

/** Actions for the selected rows, and their export. */
function SelectionActions<Row extends { id: string }>({ list, bulk, file }: ListFrameProps<Row>) {
  const only = selectedQuery(list.selection, list.matching)
  return (
    <>
      {bulk}
      {only && (
        <ExportMenu
          small
          file={(request) => list.file(request, only)}
          name={file ?? list.name}
          columns={list.columns}
          chosen={list.chosen}
          total={countOf(list.selection, list.total)}
        />
      )}
    </>
  )
}

const idOf = (row: { id: string }): string => row.id
