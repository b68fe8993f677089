import { useMediaQuery } from '@mantine/hooks'
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useMemo, useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useSettings } from '../../lib/settings.ts'
import { useTexts } from '../../lib/texts.ts'
import { CardRows } from './card-rows.tsx'
import { Tick } from '../form/tick.tsx'
import { type Column, visibleColumns } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import { useRowKeys } from './row-keys.ts'
import type { DataTableProps } from './table-props.ts'
import { TableRow } from './table-row.tsx'
import css from './table.module.css'

const features = tableFeatures({ columnVisibilityFeature })

/**
 * One table for all lists: a real `<table>` with sticky head and first column, rows memoised by record, keys (arrows,
 * Enter, x, `.`), and two-line cards instead on phones. Paging, sorting and filtering happen at the server; see
 * `ListPanel` for what stands around it.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  return phone ? <CardRows {...props} /> : <WideTable {...props} />
}

function WideTable<Row extends object>(props: DataTableProps<Row>) {
  const { selection } = props
  const format = useFormat()
  const { dense } = useSettings()
  const body = useRef<HTMLTableSectionElement>(null)
  const { columns, rows } = useModel(props)
  const keys = useRowKeys(body, props)
  return (
    <div className={css.scroll} data-dense={dense || undefined}>
      <table className={css.table} aria-label={props.label}>
        <Head columns={columns} table={props} />
        {/* Keys of the focused row, heard once for all rows. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody ref={body} onKeyDown={keys.onKeyDown}>
          {rows.map((row, at) => (
            <TableRow
              key={row.id}
              id={row.id}
              row={row.original}
              columns={columns}
              format={format}
              selected={selection ? selection.all || selection.ids.has(row.id) : null}
              reachable={at === keys.active}
              state={props.rowState?.(row.original) ?? null}
              at={at}
              table={props}
              onFocus={keys.onFocus}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rows and shown columns, as the table library has them; ours stay the same objects while nothing changes. */
function useModel<Row extends object>({ columns, chosen = null, rows, rowId }: DataTableProps<Row>) {
  const definitions = useMemo(
    () => columns.map((column) => ({ id: column.id, header: column.id })),
    [columns],
  )
  const columnVisibility = useMemo(() => {
    const shown = visibleColumns(columns, chosen)
    return Object.fromEntries(columns.map((column) => [column.id, shown.includes(column)]))
  }, [columns, chosen])
  const table = useTable({
    features,
    columns: definitions,
    data: rows as Row[], // read only here, too
    getRowId: rowId,
    state: { columnVisibility },
  })
  const visible = useMemo(() => {
    const byId = new Map(columns.map((column) => [column.id, column]))
    return table.getVisibleLeafColumns().flatMap((column) => byId.get(column.id) ?? [])
    // The table is the same object always; what it shows follows from these.
    // eslint-disable-next-line react/exhaustive-deps
  }, [columns, columnVisibility])
  return { columns: visible, rows: table.getRowModel().rows }
}

function Head<Row extends object>({
  columns,
  table,
}: {
  columns: readonly Column<Row>[]
  table: DataTableProps<Row>
}) {
  const t = useTexts()
  const { rows, rowId, selection, sorting, renderMenu } = table
  const ids = rows.map(rowId)
  const chosen = selection ? ids.filter((id) => selection.all || selection.ids.has(id)).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className={css.check} scope="col">
            <Tick
              aria-label={t('ui.table.selectAll')}
              checked={chosen > 0 && chosen === ids.length}
              some={chosen > 0 && chosen < ids.length}
              onChange={(on) => selection.setPage(ids, on)}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sorting={sorting} />
        ))}
        {renderMenu && (
          <th className={css.menu} scope="col">
            <span className="hidden-text">{t('ui.more')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
