import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import css from './table.module.css'

/** Groups of the rows of a table. */
export interface RowGroups<Row> {
  /** Returns the group of a row; the rows of a group are next to each other. */
  keyOf: (row: Row) => string
  /** Returns the name of the group of a row. */
  nameOf: (row: Row) => ReactNode
  /** Returns what the heading of a group says after its name. */
  detailsOf: (key: string) => ReactNode
}

export interface RowGroup<Row> {
  key: string
  /** Rows to show: none if the group is collapsed. */
  rows: readonly Row[]
  /** Position of its first row among the rows that are shown. */
  start: number
  /** Its heading; null in a table without groups. */
  heading: ReactNode
}

const noKeys: ReadonlySet<string> = new Set()

/** Splits the rows of a table into groups that can be collapsed; without groups there is one without a heading. */
export function useRowGroups<Row extends object>(
  rows: readonly Row[],
  groups: RowGroups<Row> | undefined,
): { groups: RowGroup<Row>[]; shown: readonly Row[] } {
  const [collapsed, setCollapsed] = useState(noKeys)
  const toggle = (key: string): void =>
    setCollapsed(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    )
  const keyOf = groups?.keyOf
  const parts = useMemo(() => split(rows, keyOf), [rows, keyOf])
  if (!groups) return { groups: [{ key: '', rows, start: 0, heading: null }], shown: rows }
  const shown: Row[] = []
  const found = parts.map(({ key, first, rows: ofGroup }) => {
    const isOpen = !collapsed.has(key)
    const start = shown.length
    if (isOpen) shown.push(...ofGroup)
    const heading = (
      <span className={css.groupName}>
        <button type="button" aria-expanded={isOpen} onClick={() => toggle(key)}>
          <IconChevronDown size={16} aria-hidden />
          <bdi>{groups.nameOf(first)}</bdi>
        </button>
        <span className="muted">{groups.detailsOf(key)}</span>
      </span>
    )
    return { key, rows: isOpen ? ofGroup : [], start, heading }
  })
  return { groups: found, shown }
}

function split<Row extends object>(rows: readonly Row[], keyOf: ((row: Row) => string) | undefined) {
  const parts: { key: string; first: Row; rows: Row[] }[] = []
  if (!keyOf) return parts
  for (const row of rows) {
    const key = keyOf(row)
    const last = parts.at(-1)
    if (last?.key === key) last.rows.push(row)
    else parts.push({ key, first: row, rows: [row] })
  }
  return parts
}
