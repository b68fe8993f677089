import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useTextKey } from '../../lib/texts.ts'
import type { Column } from './columns.ts'
import css from './table.module.css'

/** Order of the list, and the action of a click on a column head. */
export interface Sorting {
  /** The API's column name; empty for the list's default order. */
  sort: string
  dir: 'asc' | 'desc'
  /** The list's default order. */
  usual?: { sort: string; dir: 'asc' | 'desc' }
  onSort: (sort: string, dir: 'asc' | 'desc') => void
}

/**
 * Head of a column; sorts ascending, descending, and back to the list's default order. The column of the default order
 * has two directions.
 */
export function HeadCell<Row>({ column, sorting }: { column: Column<Row>; sorting?: Sorting }) {
  const title = useTextKey()(column.title)
  const sort = column.sort
  const style = column.min ? { minInlineSize: column.min } : undefined
  if (!sort || !sorting) {
    return (
      <th scope="col" data-num={column.num || undefined} style={style}>
        {title}
      </th>
    )
  }
  const { usual } = sorting
  const present = sorting.sort === '' ? usual : sorting
  const dir = present?.sort === sort ? present.dir : null
  const Arrow = dir === 'asc' ? IconArrowUp : dir === 'desc' ? IconArrowDown : IconArrowsSort
  const sortBy = (wanted: 'asc' | 'desc'): void =>
    usual?.sort === sort && usual.dir === wanted ? sorting.onSort('', 'asc') : sorting.onSort(sort, wanted)
  const next = (): void => {
    if (dir === 'asc') sortBy('desc')
    else if (dir === null || usual?.sort === sort) sortBy('asc')
    else sorting.onSort('', 'asc')
  }
  return (
    <th
      scope="col"
      data-num={column.num || undefined}
      aria-sort={dir === 'asc' ? 'ascending' : dir === 'desc' ? 'descending' : 'none'}
      style={style}
    >
      <button type="button" className={css.sort} data-on={dir !== null || undefined} onClick={next}>
        {title}
        <Arrow size={13} aria-hidden="true" />
      </button>
    </th>
  )
}
