import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { openInNewTab } from './row-opening.ts'
import type { DataTableProps } from './table-props.ts'

/**
 * Keys on rows: arrows, Home and End move; Enter opens (with Ctrl in a new tab); x selects, with Shift up to the
 * row that was changed last; `.` or the menu key opens the row's menu; Escape clears the selection.
 */
export function useRowKeys<Row extends object>(
  body: RefObject<HTMLElement | null>,
  { rows, rowId, href, onOpen, selection }: DataTableProps<Row>,
) {
  const navigate = useNavigate()
  const [focused, setFocused] = useState(0)
  const active = Math.min(focused, Math.max(0, rows.length - 1))
  const onFocus = useCallback((at: number) => setFocused(at), [])

  const focusRow = (at: number): void => {
    const next = Math.max(0, Math.min(rows.length - 1, at))
    body.current?.querySelectorAll<HTMLElement>('[data-row]')[next]?.focus()
  }
  const open = (row: Row, newTab: boolean): void => {
    if (href && newTab) openInNewTab(href(row))
    else if (onOpen) onOpen(row)
    else if (href) void navigate(href(row))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys typed into a checkbox or a menu of the row are not meant for the row, except to move.
    const onRow = event.target instanceof HTMLElement && event.target.dataset.row !== undefined
    const row = rows[active]
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: rows.length - 1,
    }
    const target = moves[event.key]
    if (target !== undefined && onRow) focusRow(target)
    else if (!onRow || row === undefined) return
    else if (event.key === 'Enter') open(row, event.ctrlKey || event.metaKey)
    else if (event.key.toLowerCase() === 'x' && selection)
      selection.toggle(rowId(row), event.shiftKey ? rows.map(rowId) : undefined)
    else if (event.key === '.' || event.key === 'ContextMenu') openMenu(event.target)
    else if (event.key === 'Escape' && selection) selection.clear()
    else return
    event.preventDefault()
  }
  return { active, onFocus, onKeyDown }
}

function openMenu(row: EventTarget): void {
  if (row instanceof HTMLElement) row.querySelector<HTMLElement>('[data-row-menu]')?.click()
}
