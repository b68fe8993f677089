import type { ReactNode } from 'react'
import type { Column } from './columns.ts'
import type { Sorting } from './head-cell.tsx'
import type { RowGroups } from './row-groups.tsx'
import type { Selection } from './selection.ts'

/** Properties of a table of rows. */
export interface DataTableProps<Row extends object> {
  /** Accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Ids of the visible columns from the address; null for the default. */
  chosen?: readonly string[] | null
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Returns the name of a row, for its checkbox and its menu. */
  rowName: (row: Row) => string
  /** Returns the address that a row opens, in a new tab too; the first cell becomes a link. */
  href?: (row: Row) => string
  /** Called on a click instead of opening an address in the same tab (opens a dialog). */
  onOpen?: (row: Row) => void
  /** Returns the state code of a row: when it changes, the row is highlighted once in its colour. */
  rowState?: (row: Row) => string
  sorting?: Sorting
  selection?: Selection
  /** Groups of the rows, which can be collapsed. */
  groups?: RowGroups<Row>
  /** Returns the actions in a row's menu (Menu.Item of `ui/menu.tsx`), after those that open the row. */
  renderMenu?: (row: Row) => ReactNode
}
