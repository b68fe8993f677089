import { memo, type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Format } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { stateOf } from '../state/state-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import type { Column } from './columns.ts'
import type { DataTableProps } from './table-props.ts'
import { RowMenu } from './row-menu.tsx'
import css from './table.module.css'

interface TableRowProps<Row extends object> {
  id: string
  row: Row
  columns: readonly Column<Row>[]
  format: Format
  /** Null if rows cannot be selected. */
  selected: boolean | null
  /** True if Tab reaches this row: one row of a table is in the tab order, arrow keys move from there. */
  reachable: boolean
  state: string | null
  at: number
  table: DataTableProps<Row>
  onFocus: (at: number) => void
}

function Row<T extends object>(props: TableRowProps<T>) {
  const { id, row, columns, format, selected, reachable, state, at, table, onFocus } = props
  const t = useTexts()
  const element = useFlash(state)
  const open = useOpen(row, table)
  const name = table.rowName(row)
  return (
    // Enter on the row acts like a click: see row-keys.ts.
    <tr
      ref={element}
      data-row={id}
      data-state={state ? stateOf(state) : undefined}
      data-opens={open ? true : undefined}
      aria-selected={selected ?? undefined}
      tabIndex={reachable ? 0 : -1}
      onFocus={() => onFocus(at)}
      onClick={open}
      onAuxClick={open}
    >
      {selected !== null && (
        <td className={css.check}>
          <Checkbox
            tabIndex={-1}
            checked={selected}
            aria-label={t('ui.table.selectRow', { name })}
            onChange={() => table.selection?.toggle(id)}
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.id}
          data-num={column.num || undefined}
          className={place === 0 ? css.first : undefined}
        >
          <Content href={place === 0 ? table.href?.(row) : undefined}>{column.cell(row, { format })}</Content>
        </td>
      ))}
      {table.renderMenu && (
        <td className={css.menu}>
          <RowMenu name={name}>{table.renderMenu(row)}</RowMenu>
        </td>
      )}
    </tr>
  )
}

/** Content of a cell; the first one of a row with an address is the link. */
function Content({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return children
  return (
    <Link to={href} tabIndex={-1} className={css.open}>
      {children}
    </Link>
  )
}

/** Returns the click handler of a row, if any; controls in the row and selected text are left alone. */
function useOpen<T extends object>(row: T, { href, onOpen }: DataTableProps<T>) {
  const navigate = useNavigate()
  if (!href && !onOpen) return undefined
  return (event: MouseEvent): void => {
    if (isControl(event) || window.getSelection()?.toString()) return
    if (onOpen) onOpen(row)
    else if (href && (event.metaKey || event.ctrlKey || event.button === 1)) window.open(href(row), '_blank')
    else if (href) void navigate(href(row))
  }
}

/**
 * A row renders again only when its record, the columns, the language or its own marks change. The functions
 * of the table are not compared: they return the same for the same record.
 */
export const TableRow = memo(
  Row,
  (before, after) =>
    before.row === after.row &&
    before.columns === after.columns &&
    before.format === after.format &&
    before.selected === after.selected &&
    before.reachable === after.reachable &&
    before.at === after.at,
) as typeof Row

/** Highlights the row once when its state changes while it is visible. */
function useFlash(state: string | null) {
  const element = useRef<HTMLTableRowElement>(null)
  const last = useRef(state)
  useEffect(() => {
    if (last.current === state) return
    last.current = state
    const row = element.current
    if (!row) return
    // Another name restarts the animation; reading the geometry would, too, but costs a reflow per row.
    row.dataset.flash = row.dataset.flash === 'a' ? 'b' : 'a'
  }, [state])
  return element
}

const isControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, label, select, textarea') !== null
