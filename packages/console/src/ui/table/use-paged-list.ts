import type { Go, ListAddress, ListParameters, Parameters, Values } from '../../lib/address.ts'
import {
  type List,
  type ListEndpoint,
  type ListSource,
  type RowOf,
  textSearch,
  useList,
} from '../../lib/list.ts'
import type { ViewList } from '../../lib/saved-views.ts'
import type { Column } from './columns.ts'
import { type Selection, useSelection } from './selection.ts'
import type { Sorting } from './head-cell.tsx'
import { useColumns } from './use-columns.ts'

/** Parameters of a list's address: those of every list (`listParameters`) and its own. */
export type OwnParameters = ListParameters & Parameters

interface PagedListSource<L extends ListEndpoint, C extends ListEndpoint, P extends OwnParameters>
  extends Omit<ListSource<L, C>, 'at'> {
  /** Name of the saved views, of the stored columns and of exported files. */
  name: ViewList
  columns: readonly Column<RowOf<L>>[]
  where: P
  at: Values<P>
  go: Go<P>
  /** Columns that the text filter searches. */
  fields?: readonly string[]
  /** Parameters that filter a column by their value, unless it is the default. */
  filterBy?: { [K in keyof P]?: string }
}

/** A list whose page, order, filters and columns are in the address. */
export interface PagedList<Row, P extends Parameters> extends List<Row> {
  name: ViewList
  columns: readonly Column<Row>[]
  where: P
  at: Values<P>
  go: Go<P>
  /** Ids of the visible columns; null for the default. */
  chosen: readonly string[] | null
  choose: (cols: string[] | null) => void
  /** The default order: its first column. */
  usual: NonNullable<Sorting['usual']>
  /** Selected rows; another filter starts with none. */
  selection: Selection
}

/**
 * Loads a list that pages, sorts and filters on the server; `ListFrame` and `ListScreen` render it.
 *
 *   const [at, go] = useAddress(where)
 *   const posts = usePagedList({ name: 'posts', list: postList, count: postCount, columns: postColumns, where, at, go,
 *     fields: ['origin', 'error'], filterBy: { state: 'state' }, order: ['created DESC'], hints: ['post.changed'] })
 */
export function usePagedList<L extends ListEndpoint, C extends ListEndpoint, P extends OwnParameters>(
  source: PagedListSource<L, C, P>,
): PagedList<RowOf<L>, P> {
  const { name, columns, where, fields = [], filterBy = {} } = source
  // Generic parameters contain those of every list, which the type does not show.
  const at = source.at as ListAddress
  const go = source.go as Go<ListParameters>
  const list = useList<L, C>({
    ...source,
    at,
    filter: { ...filterOf(filterBy, where, source.at), ...source.filter },
    search: [...textSearch(at.q, fields), ...(source.search ?? [])],
  })
  const [chosen, choose] = useColumns(name, at.cols, (cols) => go({ cols }))
  const selection = useSelection(JSON.stringify(list.matching))
  const usual = firstOf(source.order)
  return { ...list, name, columns, where, at: source.at, go: source.go, chosen, choose, usual, selection }
}

/** Returns the first term of an order, such as `created DESC`. */
function firstOf([term = '']: readonly string[]): NonNullable<Sorting['usual']> {
  const [sort = '', direction] = term.split(' ')
  return { sort, dir: direction === 'DESC' ? 'desc' : 'asc' }
}

/** Returns the filter of the parameters that do not have their default value. */
function filterOf<P extends Parameters>(
  columns: { [K in keyof P]?: string },
  where: P,
  at: Values<P>,
): Record<string, string> {
  const set = Object.entries(columns).filter(([id]) => at[id] !== where[id]?.read(null))
  return Object.fromEntries(set.map(([id, column]) => [column, String(at[id])]))
}
