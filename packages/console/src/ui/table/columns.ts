import type { ReactNode } from 'react'
import type { Format } from '../../lib/format.ts'
import type { TextKey } from '../../lib/texts.ts'

/** Helpers for the rendering of a cell. */
export interface CellContext {
  format: Format
}

/**
 * A column as data. On phones the same columns become two-line cards: `narrow` is the part of the card that
 * shows the column; columns without it are omitted there.
 */
export interface Column<Row> {
  id: string
  title: TextKey
  cell: (row: Row, context: CellContext) => ReactNode
  /** The API's column name for `orderby`; absent if the column cannot be sorted. */
  sort?: string
  /** True for numbers, which are aligned to the end of their column. */
  num?: boolean
  /** Minimum width in px. */
  min?: number
  /** Hidden until selected in the columns menu. */
  hidden?: boolean
  narrow?: 'title' | 'subtitle' | 'badge' | 'value' | 'note'
}

/**
 * Returns the visible columns: those in the address, in the table's order, otherwise those not hidden by
 * default.
 */
export function visibleColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | null,
): Column<Row>[] {
  const [first, ...others] = columns
  const shown = others.filter((column) => (chosen ? chosen.includes(column.id) : !column.hidden))
  return first ? [first, ...shown] : []
}
