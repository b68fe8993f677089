import { useMemo, useRef } from 'react'
import { useFormat } from '../../lib/format.ts'
import { useSettings } from '../../lib/settings.ts'
import { useTexts } from '../../lib/texts.ts'
import { useIsPhone } from '../../lib/use-is-phone.ts'
import { CardRows } from './card-rows.tsx'
import { Checkbox } from '../form/checkbox.tsx'
import { type Column, visibleColumns } from './columns.ts'
import { HeadCell } from './head-cell.tsx'
import { useRowGroups } from './row-groups.tsx'
import { hasRowMenu } from './row-menu.tsx'
import { useRowKeys } from './row-keys.ts'
import type { DataTableProps } from './table-props.ts'
import { useRowsInSteps } from './rows-in-steps.ts'
import { TableRow } from './table-row.tsx'
import css from './table.module.css'

/**
 * One table for all lists: a real `<table>` with sticky head and first column, rows memoised by record, keys
 * (arrows, Enter, x, `.`), and two-line cards instead on phones. Paging, sorting and filtering happen on the
 * server; see `ListPanel` for its surroundings.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const phone = useIsPhone()
  const rows = useRowsInSteps(props.rows, props.rowId)
  const missing = Math.max(0, props.rows.length - rows.length)
  if (!phone) return <WideTable {...props} rows={rows} missing={missing} />
  return (
    <>
      <CardRows {...props} rows={rows} />
      {missing > 0 && <div style={{ blockSize: missing * cardHeight }} />}
    </>
  )
}

/** Height of a card without notes, in CSS pixels: those with notes are higher. */
const cardHeight = 66

/** `missing` rows follow in the next frames: their space is reserved, so that they do not move what is below. */
function WideTable<Row extends object>(props: DataTableProps<Row> & { missing: number }) {
  const { selection, missing } = props
  const format = useFormat()
  const { dense } = useSettings()
  const root = useRef<HTMLTableElement>(null)
  const { rowId } = props
  const { groups, shown } = useRowGroups(props.rows, props.groups)
  const columns = useMemo(
    () => visibleColumns(props.columns, props.chosen ?? null),
    [props.columns, props.chosen],
  )
  const table = { ...props, rows: shown }
  const keys = useRowKeys(root, table)
  const width = columns.length + (selection ? 1 : 0) + (hasRowMenu(props) ? 1 : 0)
  return (
    <div
      className={css.scroll}
      data-dense={dense || undefined}
      style={{ paddingBlockEnd: missing > 0 ? `calc(${missing} * var(--row-height))` : undefined }}
    >
      <table ref={root} className={css.table} aria-label={props.label}>
        <Head columns={columns} table={table} />
        {groups.map((group) => (
          // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed on the focused row
          <tbody key={group.key} onKeyDown={keys.onKeyDown}>
            {group.heading !== null && (
              <tr className={css.group}>
                <th scope="rowgroup" colSpan={width}>
                  {group.heading}
                </th>
              </tr>
            )}
            {group.rows.map((row, place) => {
              const id = rowId(row)
              const at = group.start + place
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  columns={columns}
                  format={format}
                  selected={selection ? selection.has(id) : null}
                  reachable={at === keys.active}
                  state={props.rowState?.(row) ?? null}
                  at={at}
                  table={props}
                  onFocus={keys.onFocus}
                />
              )
            })}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Head<Row extends object>({
  columns,
  table,
}: {
  columns: readonly Column<Row>[]
  table: DataTableProps<Row>
}) {
  const t = useTexts()
  const { rows, rowId, selection, sorting } = table
  const ids = rows.map(rowId)
  const chosen = selection ? ids.filter(selection.has).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className={css.check} scope="col">
            <Checkbox
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
        {hasRowMenu(table) && (
          <th className={css.menu} scope="col">
            <span className="hidden-text">{t('ui.more')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
