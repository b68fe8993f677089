import type { ReactNode } from 'react'
import type { Format } from '../../lib/format.ts'
import type { TextKey } from '../../lib/texts.ts'

/** What a cell may use to draw itself. */
export interface CellContext {
  format: Format
}

/**
 * A column as data. On phones the same columns become two-line cards: `narrow` says which part of the card a column
 * is; columns without it are left out there.
 */
export interface Column<Row> {
  id: string
  title: TextKey
  cell: (row: Row, context: CellContext) => ReactNode
  /** The API's column name for `orderby`; absent means that one cannot sort by it. */
  sort?: string
  /** Numbers stand at the end of their column. */
  num?: boolean
  /** Least width in px. */
  min?: number
  /** Not shown until chosen in the columns menu. */
  hidden?: boolean
  narrow?: 'title' | 'subtitle' | 'badge' | 'value'
}

/** The columns to show: those the address names, in the table's order, otherwise those not hidden by default. */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): Column<Row>[] {
  const [first, ...others] = columns
  const shown = others.filter((column) => (chosen ? chosen.includes(column.id) : !column.hidden))
  return first ? [first, ...shown] : []
}
