import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { Sorting } from './head-cell.tsx'
import type { Selection } from './selection.ts'

/** What a table of rows is told. */
export interface DataTableProps<Row extends object> {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Ids of the shown columns from the address; null for the default. */
  chosen?: readonly string[] | null
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** What a row is called, for its checkbox and its menu. */
  rowName: (row: Row) => string
  /** Where a click on the row leads; the first cell becomes a link. */
  href?: (row: Row) => string
  /** Instead of an address: what a click does (opens a drawer). */
  onOpen?: (row: Row) => void
  /** State code of a row: when it changes, the row lights up once in its colour. */
  rowState?: (row: Row) => string
  sorting?: Sorting
  selection?: Selection
  /** Entries of a row's menu (Menu.Item of `ui/menu.tsx`). */
  renderMenu?: (row: Row) => ReactNode
}
