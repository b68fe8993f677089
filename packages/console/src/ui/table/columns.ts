import type { ReactNode } from 'react'
import type { Format, Unit } from '../../lib/format.ts'
import type { Namespace, TextKey } from '../../lib/texts.ts'

/** Helpers for the rendering of a cell. */
export interface CellContext {
  format: Format
}

/** Texts for the words of a file. */
export interface FileTexts {
  text: (key: TextKey) => string
  /** Returns the custom label of a state or a type. */
  custom: (kind: 'state' | 'type', classCode: string, code: string) => string | undefined
  /** Returns the words of the values of a member of OCPP. */
  terms: (member: string) => Record<string, string>
}

/** Column of an exported file. */
export interface FileColumn {
  /** The API's name of the column. */
  field: string
  /** By default the title of the column in the table. */
  title?: TextKey
  /** Unit of the file; kW and kWh are computed from the W and Wh of the API, minutes from seconds. */
  unit?: Unit | 'min' | 'ms' | '%'
  /** Returns the words to write in place of codes. */
  words?: (texts: FileTexts) => Record<string, string>
  /** Namespace of the words, if the screen does not load it with the list. */
  texts?: Namespace
  /** Members to write of each entry of a list. */
  members?: readonly string[]
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
  /** Columns of an exported file; by default that of `sort`, and none without it. */
  file?: readonly FileColumn[]
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
