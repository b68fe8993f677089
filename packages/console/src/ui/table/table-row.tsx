import { memo, type MouseEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Format } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { stateOf } from '../state/state-names.ts'
import { Checkbox } from '../form/checkbox.tsx'
import type { Column } from './columns.ts'
import type { DataTableProps } from './table-props.ts'
import type { Point } from './pointer-menu.tsx'
import { hasRowMenu, PointerMenu, RowMenu, rowMenuOf } from './row-menu.tsx'
import { isNewTab, openInNewTab } from './row-opening.ts'
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
  const [pointer, setPointer] = useState<Point | null>(null)
  const name = table.rowName(row)
  const menu = rowMenuOf(row, table)
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
      // Otherwise the middle button starts to scroll.
      onMouseDown={(event) => table.href && event.button === 1 && event.preventDefault()}
      onAuxClick={(event) => event.button === 1 && open?.(event)}
      onContextMenu={(event) => {
        if (!menu || event.shiftKey || isTyped(event)) return
        event.preventDefault()
        setPointer({ x: event.clientX, y: event.clientY })
      }}
    >
      {selected !== null && (
        <td className={css.check}>
          <Checkbox
            tabIndex={-1}
            checked={selected}
            aria-label={t('ui.table.selectRow', { name })}
            onChange={(_, isRange) =>
              table.selection?.toggle(id, isRange ? rowsBeside(element.current) : undefined)
            }
          />
        </td>
      )}
      {columns.map((column, place) => (
        <td
          key={column.id}
          data-num={column.num || undefined}
          className={place === 0 ? css.first : undefined}
        >
          {place === 0 && table.href ? (
            <OpenLink row={row} table={table}>
              {column.cell(row, { format })}
            </OpenLink>
          ) : (
            column.cell(row, { format })
          )}
        </td>
      ))}
      {hasRowMenu(table) && (
        <td className={css.menu}>
          {menu && <RowMenu name={name}>{menu}</RowMenu>}
          {pointer && (
            <Suspense>
              <PointerMenu
                at={pointer}
                name={name}
                onClose={() => {
                  setPointer(null)
                  element.current?.focus({ preventScroll: true })
                }}
              >
                {menu}
              </PointerMenu>
            </Suspense>
          )}
        </td>
      )}
    </tr>
  )
}

/** Content of the first cell as the link of the row. */
function OpenLink<T extends object>({
  row,
  table: { href, onOpen },
  children,
}: {
  row: T
  table: DataTableProps<T>
  children: ReactNode
}) {
  if (!href) return children
  return (
    <Link
      to={href(row)}
      tabIndex={-1}
      className={css.open}
      onClick={(event) => {
        if (!onOpen || isNewTab(event)) return
        event.preventDefault()
        onOpen(row)
      }}
    >
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
    if (isNewTab(event)) {
      if (href) openInNewTab(href(row))
    } else if (onOpen) onOpen(row)
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

/** Returns the ids of all rows of the table, in their order: this row may have been rendered with other rows. */
const rowsBeside = (row: HTMLElement | null): string[] =>
  [...(row?.closest('table')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].map(
    ({ dataset }) => dataset.row ?? '',
  )

/** Returns true for text fields and selected text, which keep the browser's menu. */
const isTyped = (event: MouseEvent): boolean =>
  (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) ||
  Boolean(window.getSelection()?.toString())

const isControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, label, select, textarea') !== null
